"""A gunfight, simulated from the rule text alone; what it counts is held by `src/gunfight/tests.rs`.

Written from Mneme CE, Core Mechanics, without a look at our code: 2d6 + characteristic modifier +
skill against Difficulty 8; the degree of a success is the number of damage rolls (1 at Effect 0),
that of a failure is damage rolls taken, less conditions, then what cover takes, then skill. Cover
takes as many as it is and wears down by each. What the text leaves open: who has taken so many rolls
is out; a roll is aimed at anyone who stands, equally likely; what its target does not need goes on to
another, equally likely.

    python3 gunfight.py 1000000 7 > gunfight.json
"""
import json
import random
import sys

HEROES = [
    dict(characteristic=9, skill=2, conditions=0, cover=2, mitigating=1, hits=3),
    dict(characteristic=7, skill=1, conditions=1, cover=0, mitigating=0, hits=4),
]
RIVALS = [dict(harder=1, cover=2, hits=4)] + [dict(harder=0, cover=1, hits=1) for _ in range(4)]
LIMIT = 60


def fight(rng):
    heroes = [dict(one, up=True) for one in HEROES]
    rivals = [dict(one, up=True) for one in RIVALS]
    dealt = taken = 0
    first = None
    for number in range(1, LIMIT + 1):
        for hero in heroes:
            if not hero["up"]:
                continue
            here = [one for one in rivals if one["up"]]
            if not here:
                break
            target = rng.choice(here)
            total = rng.randint(1, 6) + rng.randint(1, 6) + hero["skill"]
            total += hero["characteristic"] // 3 - 2
            effect = total - 8 - target["harder"]
            if effect >= 0:
                rolls = max(effect, 1)
                hit = set()
                while rolls and target is not None:
                    # Cover takes its share once of each success.
                    cover = target["cover"] if id(target) not in hit else 0
                    hit.add(id(target))
                    covered = min(rolls, cover)
                    target["cover"] -= covered
                    rolls -= covered
                    used = min(rolls, target["hits"])
                    target["hits"] -= used
                    rolls -= used
                    dealt += used
                    if target["hits"] == 0:
                        target["up"] = False
                    here = [one for one in rivals if one["up"]]
                    target = rng.choice(here) if rolls and here else None
            else:
                degree = max(-effect - hero["conditions"], 0)
                covered = min(degree, hero["cover"])
                hero["cover"] -= covered
                harm = max(degree - covered - hero["mitigating"], 0)
                taken += harm
                hero["hits"] -= harm
                if hero["hits"] <= 0:
                    hero["up"] = False
        if first is None:
            first = (dealt, taken)
        if not any(one["up"] for one in rivals) or not any(one["up"] for one in heroes):
            break
    return number, heroes, rivals, first


def main():
    trials, seed = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    sums = {key: [0, 0] for key in ("won", "rounds", "heroes_left", "rivals_left", "dealt", "taken")}
    for _ in range(trials):
        rounds, heroes, rivals, first = fight(rng)
        left = [sum(one["up"] for one in side) for side in (heroes, rivals)]
        seen = dict(won=int(left[0] > 0 and left[1] == 0), rounds=rounds, heroes_left=left[0],
                    rivals_left=left[1], dealt=first[0], taken=first[1])
        for key, value in seen.items():
            sums[key][0] += value
            sums[key][1] += value * value
    out = {"trials": trials, "seed": seed}
    for key, (one, two) in sums.items():
        mean = one / trials
        out[key] = [mean, ((two / trials - mean * mean) / trials) ** 0.5]
    print(json.dumps(out, indent=1))


main()
