"""The pictures of `boars`: its own are in boars.svg, the rest every game may use."""

HUNTERS = ["p-hunter-red", "p-hunter-blue"]  # nobody has drawn them: their faces are made up from the names
SYMBOLS = ["boars-boar", "boars-bush", *HUNTERS]
TINT = "gaul"  # of the sign on the home page
SIGN = ["boars-boar", "boars-bush", "tree-fir", "tree-oak"]  # on the home page: sign.html
