"""The pictures of `cartes`."""

ROMANS = [
    "cook", "horn-blower", "recruit", "legionary", "archer", "scout", "standard-bearer", "decurion",
    "optio", "centurion", "general", "prefect", "caius-bonus", "caesar",
]  # fmt: skip
PIRATES = ["highest", "lowest", "any", "decurion", "centurion", "general"]
BIDDERS = ["asterix", "obelix", "abraracourcix", "assurancetourix", "panoramix", "idefix"]


# Those that a page of the game needs; its players and cards depend on the edition.
SYMBOLS = [
    *(f"p-{slug}" for slug in BIDDERS + ROMANS),
    *(f"p-pirate-{frees}" for frees in PIRATES),
    *["bottle", "back-gaul", "back-roman", "laurel", "helmet"],
]
TINT = "rome"  # of the sign on the home page
SIGN = ["p-asterix", "p-centurion", "p-caesar", "p-idefix", "bottle"]  # on the home page: sign.html
