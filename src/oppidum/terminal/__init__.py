"""The terminal: people play here, line by line, at a real table.

`opening` finds a hall and a table in it, `sitting` is the game itself, `closing` its result and the proof of
its shuffle; `keyboard` is what has been typed. `reports` are the tables that other commands print.
"""
