"""After the game: what decided it, luck or skill, and what to learn.

    from oppidum.analysis.course import analyse, course_of
    analyse(course_of(game, record, edition))

Only finished games are analysed, and every decision on what its seat knew. docs/analysis.md says how.
"""
