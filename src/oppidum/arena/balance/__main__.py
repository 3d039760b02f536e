"""The process beside a house."""

from oppidum.arena.balance.measuring import answer_house

if __name__ == "__main__":
    answer_house()
