"""What mypy has to make of the module: these lines are read and not run."""

from pathlib import Path

import numpy as np

import oddsmith

one: oddsmith.Answer = oddsmith.odds("melodrama.opposed", active=10, passive=5)
text: oddsmith.Answer = oddsmith.odds("melodrama.unopposed", bonus=8, dc="tough")
many: oddsmith.Answers = oddsmith.odds("melodrama.opposed", active=range(0, 21), passive=5)
names: oddsmith.Answers = oddsmith.odds("melodrama.unopposed", bonus=8, dc=["easy", "tough"])
chance: float = one.success
chances: list[float] = many.success
crossing: list[float] = many.crossings(many)
each: list[oddsmith.Answer] = [answer for answer in many]
place: int | None = oddsmith.dc("mutants.check", target=0.65, bonus=range(3)).solved[0]
mixed: oddsmith.Answers = oddsmith.odds("melodrama.unopposed", bonus={1, 2}, dc=["easy", 10])
some: list[oddsmith.Answer] = mixed[1:]
folder: Path = oddsmith.run("mine.toml").files[0].parent
array: oddsmith.Answers = oddsmith.odds("mutants.check", bonus=np.arange(3), dc=np.int64(10))
whole: oddsmith.Answer = oddsmith.odds("mutants.check", bonus=np.int64(3), dc=np.float64(10))
rules: oddsmith.Rules = oddsmith.rules(Path("mine.toml"))
oddsmith.compare("a", "b", edge=range(3)).chart(theme="dark").save(Path("both.svg"))
d20: oddsmith.Dice = oddsmith.dice("d20")
higher: oddsmith.Dice = d20.max(d20, "d12", 3).min(np.int64(18))
likely: bool = (d20 == 20).value > 0.5 or (d20 >= 11).value > 0.5
d20.chart(theme="dark").save(Path("d20.svg"))
