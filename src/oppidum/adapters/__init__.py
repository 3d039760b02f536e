"""Doors for research code: PettingZoo, Gymnasium (vector environments) and OpenSpiel.

Each module imports its library, so import the one that you use:

    from oppidum.adapters.pettingzoo import env
    from oppidum.adapters.gymnasium import vector_env
    import oppidum.adapters.openspiel

They need `pip install oppidum[research]`.
"""
