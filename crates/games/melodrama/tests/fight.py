"""A whole fight, simulated from the rule text alone; what it counts is held by `src/fight/tests.rs`.

Written from Melodramatic Mutants & Masterminds, without a look at our code: opposed checks, ties,
critical hits, the Toughness table, hands, bonus cards and countering, the GM's random draws, group
attacks with one defence card, a deck for the players and one for the GM. From the d20 original: who
is stunned loses a turn and 2 of Defense until it acts again, and a second stagger is the end.
Both sides play the highest card, add the lowest bonus card that turns a check (the loser first, the
other may counter once), and attack anyone who stands, equally likely.

    python3 fight.py 1000000 7 > fight.json
"""
import json
import random
import sys

HEROES = [
    dict(name="ann", attack=10, defense=8, tough=8, damage=10, init=4),
    dict(name="bea", attack=12, defense=10, tough=5, damage=8, init=6),
]
VILLAIN = dict(name="ork", attack=11, defense=8, tough=11, damage=11, init=4)
THUG = dict(name="thug", attack=6, defense=6, tough=6, damage=6, init=1)
THUGS, GM_HAND, HAND, LIMIT = 2, 5, 3, 60
FULL = [value for value in range(1, 14) for _ in range(4)] + [15, 15]


class Pile:
    def __init__(self, rng):
        self.rng, self.draws, self.spent = rng, FULL[:], []
        rng.shuffle(self.draws)

    def draw(self):
        if not self.draws:
            self.draws, self.spent = self.spent, []
            self.rng.shuffle(self.draws)
        return self.draws.pop() if self.draws else None


class Side:
    """Whoever plays cards from a hand: a player, or the GM."""

    def __init__(self, pile, size):
        self.pile, self.size = pile, size
        self.hand = [pile.draw() for _ in range(size)]

    def lead(self):
        if not self.hand:
            return self.pile.draw()
        card = max(self.hand)
        self.hand.remove(card)
        return card

    def done(self, card):
        self.pile.spent.append(card)
        while len(self.hand) < self.size:
            self.hand.append(self.pile.draw())

    def lowest_of(self, least):
        return min((card for card in self.hand if card >= least), default=None)

    def lose(self, card):
        self.hand.remove(card)
        self.size -= 1


class Fight:
    def __init__(self, rng):
        self.rng = rng
        self.players, self.gms = Pile(rng), Pile(rng)
        self.people = []
        for who in HEROES:
            self.people.append(dict(who, hero=True, side=Side(self.players, HAND)))
        gm = Side(self.gms, GM_HAND)
        self.people.append(dict(VILLAIN, hero=False, side=gm))
        for _ in range(THUGS):
            self.people.append(dict(THUG, hero=False, side=None))
        for one in self.people:
            one.update(up=True, bruises=0, staggered=False, stun=None)
        self.gm, self.spent, self.passed = gm, 0, 0

    def play(self, one):
        return self.gms.draw() if one["side"] is None else one["side"].lead()

    def done(self, one, card):
        if one["side"] is None:
            self.gms.spent.append(card)
        else:
            one["side"].done(card)

    def bonus(self, hero, gm_side, margin):
        """`margin` of the hero's; a hero who wins ties has it one half higher. The margin then."""
        first_is_hero = margin < 0
        cards = {}
        for who in ("hero", "gm") if first_is_hero else ("gm", "hero"):
            if who == "hero" and margin < 0:
                card = hero["side"].lowest_of(-margin)
                if card is not None:
                    cards["hero"] = card
                    margin += card
            if who == "gm" and margin > 0 and gm_side is not None:
                card = gm_side.lowest_of(margin)
                if card is not None:
                    cards["gm"] = card
                    margin -= card
        mine, theirs = cards.get("hero"), cards.get("gm")
        if theirs is not None and not (not first_is_hero and mine is not None):
            # The GM's card passes to the player, and a card that was countered goes back.
            gm_side.lose(theirs)
            hero["side"].hand.append(theirs)
            hero["side"].size += 1
            self.passed += 1
        else:
            if mine is not None:
                hero["side"].lose(mine)
                self.players.spent.append(mine)
                self.spent += 1
            if theirs is not None:
                gm_side.lose(theirs)
                self.gms.spent.append(theirs)
        return margin

    def check(self, first, first_bonus, second, second_bonus):
        """`first` wins ties. The margin of `first`, positive where it wins, and its card."""
        a, b = self.play(first), self.play(second)
        total = first_bonus + a - second_bonus - b + 0.5
        hero, sign = (first, 1) if first["hero"] else (second, -1)
        other = second if first["hero"] else first
        total = sign * self.bonus(hero, other["side"], sign * total)
        self.done(first, a)
        self.done(second, b)
        return total, a

    def save(self, attacker, target, damage):
        margin, _ = self.check(target, target["tough"] - target["bruises"], attacker, damage)
        margin -= 0.5
        if margin >= 5:
            return
        if margin >= 0:
            target["bruises"] += 1
        elif margin > -5:
            target["bruises"] += 1
            target["stun"] = "loses"
        elif margin > -10 and not target["staggered"]:
            target["staggered"] = True
            target["stun"] = "loses"
        else:
            target["up"] = False

    def guard(self, target):
        return target["defense"] - (2 if target["stun"] else 0)

    def attack(self, attacker, target):
        margin, card = self.check(attacker, attacker["attack"], target, self.guard(target))
        if margin > 0:
            self.save(attacker, target, attacker["damage"] + (5 if card >= 13 else 0))

    def crowd(self, thugs, target):
        """One card of the player's against all of them; a bonus card must stop all of them."""
        guard = self.guard(target)
        mine = self.play(target)
        cards = []
        for thug in thugs:
            card = self.gms.draw()
            self.gms.spent.append(card)
            cards.append(card)
        total = guard + mine
        worst = total - (thugs[0]["attack"] + max(cards)) - 0.5
        total += self.bonus(target, None, worst) - worst
        self.done(target, mine)
        for thug, card in zip(thugs, cards):
            if thug["attack"] + card >= total and target["up"]:
                self.save(thug, target, thug["damage"] + (5 if card >= 13 else 0))

    def standing(self, hero):
        return [one for one in self.people if one["hero"] == hero and one["up"]]

    def able(self, group):
        able = []
        for one in group:
            if one["stun"] == "loses":
                one["stun"] = "lost"
            else:
                one["stun"] = None
                able.append(one)
        return able

    def play_out(self):
        units = [[one] for one in self.people[:3]] + [self.people[3:]]
        order = []
        for unit in units:
            card = self.play(unit[0])
            self.done(unit[0], card)
            order.append((unit[0]["init"] + card, unit[0]["init"], self.rng.random(), unit))
        order.sort(key=lambda one: one[:3], reverse=True)
        for number in range(1, LIMIT + 1):
            for *_, unit in order:
                able = self.able([one for one in unit if one["up"]])
                hero = unit[0]["hero"]
                chosen = []
                for one in able:
                    chosen.append((one, self.rng.choice(self.standing(not hero))))
                if len(chosen) == 1:
                    self.attack(*chosen[0])
                elif chosen:
                    for target in self.people:
                        thugs = [one for one, whom in chosen if whom is target]
                        if len(thugs) == 1:
                            self.attack(thugs[0], target)
                        elif thugs:
                            self.crowd(thugs, target)
                if not self.standing(True) or not self.standing(False):
                    return number
        return LIMIT


def main():
    trials, seed = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    sums = {key: [0, 0] for key in ("won", "rounds", "heroes_left", "rivals_left", "bruises",
                                    "cards_spent", "cards_passed", "hands", "gm_hand")}
    for _ in range(trials):
        fight = Fight(rng)
        rounds = fight.play_out()
        heroes, rivals = len(fight.standing(True)), len(fight.standing(False))
        seen = dict(
            won=int(rivals == 0 and heroes > 0), rounds=rounds, heroes_left=heroes,
            rivals_left=rivals, bruises=sum(one["bruises"] for one in fight.people[:2]),
            cards_spent=fight.spent, cards_passed=fight.passed,
            hands=sum(one["side"].size for one in fight.people[:2]), gm_hand=fight.gm.size)
        for key, value in seen.items():
            sums[key][0] += value
            sums[key][1] += value * value
    out = {"trials": trials, "seed": seed}
    for key, (one, two) in sums.items():
        mean = one / trials
        out[key] = [mean, ((two / trials - mean * mean) / trials) ** 0.5]
    print(json.dumps(out, indent=1))


main()
