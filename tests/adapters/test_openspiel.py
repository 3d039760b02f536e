"""OpenSpiel's own tests and algorithms, on every game and number of players."""

from __future__ import annotations

import copy
import io
import pickle
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts, random_agent
from open_spiel.python.observation import make_observation

import oppidum.adapters.openspiel as door
from oppidum import games
from oppidum.kernel.errors import BadOption

from .every import every_game, every_table

SHORT = {"cartes": "hands=1,"}
INTERESTING = 9  # a seed whose late position gives random play something to lose
# Small enough for every history to be looked at.
SMALL = "oppidum_{}(players=2,{}sequential=true,endgame=6,worlds=2,horizon=4,seed={})"


def load(game: str, players: int = 2, **settings: object) -> pyspiel.Game:
    words = "".join(f",{name}={str(value).lower()}" for name, value in settings.items())
    return pyspiel.load_game(f"oppidum_{game}({SHORT.get(game, '')}players={players}{words})")


def begun(game: pyspiel.Game, outcome: int = 3) -> door.OppidumState:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(outcome % len(state.chance_outcomes()))
    return state


def passes(suite: unittest.TestSuite) -> None:
    assert suite.countTestCases() == 5
    report = io.StringIO()
    result = unittest.TextTestRunner(stream=report).run(suite)
    assert result.wasSuccessful(), report.getvalue()


@every_game
def test_openspiels_api_test(game: str):
    from open_spiel.integration_tests import api_test  # once our games are registered

    api_test.FLAGS(["api_test", f"--test_only_games=oppidum_{game}$"])
    passes(api_test.load_tests(unittest.TestLoader(), None, None))


@every_table
@pytest.mark.parametrize("sequential", [False, True])
def test_openspiels_api_test_at_every_table(
    game: str, players: int, sequential: bool, monkeypatch: pytest.MonkeyPatch
):
    """The same cases for each number of players; OpenSpiel itself loads games with their defaults only."""
    from open_spiel.integration_tests import api_test

    sample = api_test.sample_some_states.sample_some_states
    monkeypatch.setattr(
        api_test.sample_some_states, "sample_some_states", lambda rules, max_states: sample(rules, 60)
    )
    attributes = {"game_name": game, "game": load(game, players, sequential=sequential, horizon=40)}
    case = type(f"{game}_{players}", (api_test.EnforceAPIOnPartialTreeBase,), attributes)
    passes(unittest.TestLoader().loadTestsFromTestCase(case))


@every_table
def test_random_simulations_with_serialisation(game: str, players: int):
    pyspiel.random_sim_test(load(game, players, horizon=40), num_sims=1, serialize=True, verbose=False)


@every_table
def test_turn_based_conversion(game: str, players: int):
    turns = pyspiel.convert_to_turn_based(load(game, players, horizon=20))
    pyspiel.random_sim_test(turns, num_sims=1, serialize=True, verbose=False)


@every_table
def test_asked_one_after_the_other(game: str, players: int):
    one = load(game, players, horizon=40, sequential=True)
    assert one.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    pyspiel.random_sim_test(one, num_sims=1, serialize=True, verbose=False)


@every_game
def test_a_whole_game(game: str):
    """To the true end, without a horizon: returns as the standing says."""
    state = begun(load(game))
    luck = np.random.default_rng(2)
    while not state.is_terminal():
        state.apply_actions([int(luck.choice(state.legal_actions(player))) for player in range(2)])
    assert state.turn is not None
    standing = games.load(game).standing(state.turn.states[0])
    assert standing.winners
    assert state.returns() == pytest.approx([2 * standing.share(seat) - 1 for seat in range(2)])
    assert state.rewards() == state.returns()


@every_table
def test_learning_environment(game: str, players: int):
    rules = load(game, players, horizon=25, recall=True)
    for kind in rl_environment.ObservationType:
        table = rl_environment.Environment(rules, observation_type=kind)
        table.seed(1)
        agents: list[Any] = [
            random_agent.RandomAgent(p, rules.num_distinct_actions()) for p in range(players)
        ]
        step = table.reset()
        while not step.last():
            step = table.step([agent.step(step).action for agent in agents])
        assert sum(step.rewards) == pytest.approx(0)


@every_game
def test_playthrough(game: str):
    name = f"oppidum_{game}({SHORT.get(game, '')}horizon=6)"
    text = generate_playthrough.playthrough(name, action_sequence=None, seed=5)
    assert "GameType.reward_model = RewardModel.TERMINAL" in text
    assert "IsSimultaneousNode() = True" in text
    assert "IsTerminal() = True" in text


@every_game
def test_small_variants_have_perfect_recall(game: str):
    """OpenSpiel's own check, over every history: no information state forgets what led to it."""
    from open_spiel.integration_tests import api_test

    small = pyspiel.load_game(SMALL.format(game, SHORT.get(game, ""), 1))
    assert api_test._assert_is_perfect_recall(small)


@every_game
def test_cfr_and_exploitability(game: str):
    small = pyspiel.load_game(SMALL.format(game, SHORT.get(game, ""), 1))
    solver = cfr.CFRPlusSolver(small)
    for _ in range(15):
        solver.evaluate_and_update_policy()
    left = exploitability.exploitability(small, solver.average_policy())
    assert -1e-9 <= left < 0.1


def test_cfr_finds_what_random_play_gives_away():
    """A late position of `cartes` where bids matter: the equilibrium is near, random play is far from it."""
    from open_spiel.python.policy import UniformRandomPolicy

    small = pyspiel.load_game(SMALL.format("cartes", "hands=1,", INTERESTING))
    before = exploitability.exploitability(small, UniformRandomPolicy(small))
    solver = cfr.CFRPlusSolver(small)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(small, solver.average_policy())
    assert before > 0.1
    assert after < before / 10


@every_game
def test_mcts_and_is_mcts_choose_legal_actions(game: str):
    rules = load(game, sequential=True)
    state = begun(rules)
    rollouts = door.PlayoutEvaluator(seed=1)
    searcher = mcts.MCTSBot(rules, 2.0, 20, rollouts, random_state=np.random.RandomState(1))
    assert searcher.step(state) in state.legal_actions()
    hidden = ismcts.ISMCTSBot(rules, rollouts, 2.0, 20, random_state=np.random.RandomState(1))
    hidden.set_resampler(door.resampler(seed=1))
    for _ in range(3):
        action = hidden.step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))


def test_openspiels_own_rollouts_and_the_turn_based_conversion():
    turns = pyspiel.convert_to_turn_based(load("cartes", horizon=30))
    state = turns.new_initial_state()
    while state.is_chance_node():
        state.apply_action(1)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    assert mcts.MCTSBot(turns, 2.0, 10, rollouts).step(state) in state.legal_actions()


def test_compiled_rollouts_are_worth_what_openspiels_are():
    state = begun(load("cartes", sequential=True))
    compiled = door.PlayoutEvaluator(400, seed=1).evaluate(state)
    slow = mcts.RandomRolloutEvaluator(40, np.random.RandomState(1)).evaluate(state)
    assert sum(compiled) == pytest.approx(0)
    assert compiled[0] == pytest.approx(slow[0], abs=0.5)


@every_game
def test_imagined_states_cannot_be_told_from_the_true_one(game: str):
    state = begun(load(game, players=2, sequential=True))
    luck = np.random.default_rng(4)
    for _ in range(12):
        player = state.current_player()
        worlds = [state.resample_from_infostate(player) for _ in range(3)]
        for world in worlds:
            assert world.current_player() == player
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.legal_actions() == state.legal_actions()
        assert len({str(world) for world in worlds}) > 1
        state.apply_action(int(luck.choice(state.legal_actions())))
        if state.is_terminal():
            break


def test_what_others_chose_at_the_same_time_is_nowhere_to_be_seen():
    seen = []
    for choice in (0, 9):
        state = begun(load("cartes", sequential=True, recall=True))
        state.apply_action(choice)
        seen.append(
            (
                state.information_state_string(1),
                state.information_state_tensor(1),
                state.observation_string(1),
                state.observation_tensor(1),
            )
        )
    assert seen[0] == seen[1]


def test_information_states_remember_ones_own_choices():
    strings = set()
    for choice in (0, 9):
        state = begun(load("cartes"))
        state.apply_actions([choice, 5])
        strings.add(state.information_state_string(0))
    assert len(strings) == 2


def test_states_and_games_travel():
    game = load("cartes", 3, sequential=True, seed=7)
    state = begun(game)
    state.apply_action(state.legal_actions()[2])
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.information_state_string(1) == state.information_state_string(1)
    assert again.history() == state.history()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state)
    assert str(pyspiel.load_game(str(game))) == str(game)


@every_game
def test_pickled_games_come_back_equal(game: str):
    for rules in (load(game, sequential=True, seed=7), load(game, endgame=6, worlds=3, horizon=9)):
        again = pickle.loads(pickle.dumps(rules))
        assert type(again) is type(rules)
        assert again == rules
        assert again.get_parameters() == rules.get_parameters()
        assert str(begun(again, 5)) == str(begun(rules, 5))


def test_a_process_that_has_not_met_our_games_unpickles_them():
    text = f"import pickle; print(pickle.loads({pickle.dumps(load('cartes', seed=7))!r}))"
    found = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == str(load("cartes", seed=7))


@every_table
def test_tensors_say_whose_they_are(game: str, players: int):
    """As behind the other doors; and then what recall adds."""
    state = begun(load(game, players, recall=True))
    rules = games.load(game)
    assert state.turn is not None
    for player in range(players):
        seen = np.array(state.observation_tensor(player), np.float32)
        known = state.information_state_tensor(player)
        view = rules.view(state.turn.states[0], player)
        assert np.array_equal(seen, rules.observation(view, player))
        assert np.flatnonzero(seen[-rules.about.max_players :]).tolist() == [player]
        assert np.array_equal(known[: len(seen)], seen)
        assert len(known) == len(seen) + door.RECALL_BITS


@every_game
def test_the_learning_environment_gets_the_features_and_no_digest(game: str):
    from open_spiel.python import rl_environment

    rules = games.load(game)
    env = rl_environment.Environment(load(game, sequential=True))
    assert env.observation_spec()["info_state"][0] == rules.features
    step = env.reset()
    luck = np.random.default_rng(2)
    for _ in range(20):
        if step.last():
            break
        player = step.observations["current_player"]
        state: Any = env.get_state
        assert state.turn is not None
        wanted = rules.observation(rules.view(state.turn.states[0], player), player)
        assert np.array_equal(np.array(step.observations["info_state"][player], np.float32), wanted)
        assert step.observations["legal_actions"][player] == state.legal_actions()
        step = env.step([int(luck.choice(step.observations["legal_actions"][player]))])


@every_game
@pytest.mark.parametrize("sequential", [False, True])
def test_what_python_answers_itself_is_what_openspiel_says(game: str, sequential: bool):
    """Kinds of nodes and legal actions, asked as Python asks and as C++ does."""
    state = load(game, 3, sequential=sequential).new_initial_state()
    luck = np.random.default_rng(3)
    for _ in range(60):
        if state.is_terminal():
            break
        bare = pyspiel.State
        assert state.is_chance_node() == bare.is_chance_node(state)
        assert state.is_simultaneous_node() == bare.is_simultaneous_node(state)
        for player in range(3):
            assert state.legal_actions(player) == bare.legal_actions(state, player)
        if state.is_simultaneous_node():
            state.apply_actions([int(luck.choice(state.legal_actions(p))) for p in range(3)])
        else:
            assert state.legal_actions() == bare.legal_actions(state)
            state.legal_actions().clear()  # a list of one's own
            state.apply_action(int(luck.choice(state.legal_actions())))


def test_a_copy_of_a_state_has_the_same_future():
    state = begun(load("romains", 3, sequential=True), 9)
    other = copy.deepcopy(state)
    for _ in range(40):
        if state.is_terminal():
            break
        action = state.legal_actions()[-1]
        state.apply_action(action)
        other.apply_action(action)
        assert str(other) == str(state)


@every_game
@pytest.mark.parametrize("player", [-3, -1, 2, 99])
def test_nobody_else_has_tensors_or_strings(game: str, player: int):
    state = begun(load(game))
    observer = make_observation(state.get_game())
    assert observer is not None
    for ask in (
        state.observation_tensor,
        state.information_state_tensor,
        state.observation_string,
        state.information_state_string,
        state.resample_from_infostate,
        lambda player: door.resampler()(state, player),
        lambda player: observer.set_from(state, player),
    ):
        with pytest.raises(
            pyspiel.SpielError, match=f"^There is no player {player}: player >= 0 and player < 2.$"
        ):
            ask(player)


def refuses(state: door.OppidumState, tried: int | list[int], sentence: str) -> None:
    before = str(state), state.history()
    with pytest.raises(pyspiel.SpielError, match=f"^{sentence}$"):
        state.apply_actions(tried) if isinstance(tried, list) else state.apply_action(tried)
    assert (str(state), state.history()) == before


@every_game
@pytest.mark.parametrize("draws", [0, 4])
def test_illegal_actions_one_after_the_other_change_nothing(game: str, draws: int):
    rules = load(game, sequential=True, draws=draws)
    luck = np.random.default_rng(3)
    state = begun(rules)
    for _ in range(8):
        player, legal = state.current_player(), state.legal_actions()
        illegal = [action for action in range(rules.num_distinct_actions()) if action not in legal]
        for action in (*illegal, -2, rules.num_distinct_actions(), 10**7, -(10**7)):
            refuses(state, action, f"Action {action} is not open to player {player} now.")
        refuses(state, [legal[0], legal[0]], "Nobody acts here at the same time as others.")
        state.apply_action(int(luck.choice(legal)))


@every_game
def test_illegal_actions_at_the_same_time_change_nothing(game: str):
    rules = load(game)
    luck = np.random.default_rng(3)
    state = begun(rules)
    for _ in range(8):
        legal = [state.legal_actions(player) for player in range(2)]
        good = [int(luck.choice(each)) for each in legal]
        for player in range(2):
            asked = legal[player] != [rules.wait]
            sentence = f"Action .* is not open to player {player} now."
            if not asked:
                sentence = f"Player {player} can only wait.*"
            for action in (-2, *range(rules.num_distinct_actions() + 1), 10**7):
                if action not in legal[player]:
                    refuses(state, [action if seat == player else good[seat] for seat in range(2)], sentence)
        refuses(state, legal[0][0], "Every player acts here at the same time, with apply_actions.")
        refuses(state, good[:1], "2 actions are needed, not 1.")
        state.apply_actions(good)


@every_game
def test_chance_outcomes_that_do_not_exist_change_nothing(game: str):
    for rules, outcomes in ((load(game), 256), (load(game, endgame=4, worlds=3), 3)):
        state = rules.new_initial_state()
        for outcome in (-2, outcomes, 10**7):
            refuses(state, outcome, f"Chance outcomes are 0 to {outcomes - 1}, not {outcome}.")
        refuses(state, [0, 0], "Nobody acts here at the same time as others.")
        state.apply_action(outcomes - 1)


@every_game
def test_nobody_acts_once_it_is_over(game: str):
    state = begun(load(game, sequential=True, horizon=1))
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    refuses(state, 0, "The game is over.")


def test_without_chance_nodes_the_seed_deals():
    game = load("cartes", draws=0, seed=5)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert str(game.new_initial_state()) == str(game.new_initial_state())
    assert str(game.new_initial_state()) != str(load("cartes", draws=0, seed=6).new_initial_state())
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_other_draws_and_other_seeds_deal_other_cards():
    decks = {str(begun(load("cartes", seed=seed), outcome)) for seed in (0, 1) for outcome in (0, 1)}
    assert len(decks) == 4


def test_a_late_position_is_shared_by_its_worlds():
    """All that is public is the same in every world; what lies hidden is not."""
    small = pyspiel.load_game(SMALL.format("cartes", "hands=1,", 3))
    worlds = [begun(small, outcome) for outcome in range(2)]
    public = {world.observation_string(0) for world in worlds}
    assert len(public) == 1
    assert len({str(world) for world in worlds}) == 2


def test_players_and_options_are_checked():
    with pytest.raises(Exception, match="2 to 5 players"):
        pyspiel.load_game("oppidum_cartes(players=9)")
    with pytest.raises(Exception, match="option hands"):
        pyspiel.load_game("oppidum_cartes(hands=99)")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("draws=-1", "draws is at least 0, not -1."),
        ("endgame=-3", "endgame is at least 0, not -3."),
        ("endgame=4,worlds=0", "worlds is at least 1, not 0."),
        ("horizon=0", "horizon is at least 1, not 0."),
    ],
)
def test_numbers_that_make_no_game_are_refused(settings: str, sentence: str):
    with pytest.raises(BadOption, match=f"^{sentence}$"):
        pyspiel.load_game(f"oppidum_cartes({settings})")
