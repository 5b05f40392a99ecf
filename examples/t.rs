use oddsmith::odds::{Success, Sample, Histogram};
fn main() {
    for q in ["melodrama.opposed active=0 passive=0","melodrama.opposed active=0 passive=0 decks=one","melodrama.concealment concealment=partial","melodrama.concealment concealment=full blind_fight=true","melodrama.group rank=10 rival=6 card=7","melodrama.group rank=10 rival=6 minions=40","melodrama.best_of hand=3 opposing_hand=8","melodrama.best_of hand=3 opposing_hand=8 replacement=with","melodrama.best_of hand=20 opposing_hand=30 replacement=with","melodrama.initiative mine=4 rivals=[2,6]","melodrama.initiative mine=4 rivals=[2,6,4,5] tie=again","mutants.attack attack=5 defense=5 hero_point=true"] {
        let case = oddsmith::case(q).unwrap();
        let t = std::time::Instant::now();
        let laws = case.law(20_000_000).unwrap();
        let dt = t.elapsed();
        let t = std::time::Instant::now();
        let s = case.sample(Sample{trials: 4_000_000, seed: 1});
        let dts = t.elapsed();
        let c = case.columns()[0];
        let l = &laws.columns[0];
        println!("{q}: {} branches {dt:?}, mean {:?} success {:?} err {:e} | sampled {dts:?} {:?} p={:?}", laws.branches, l.mean(), c.success.map(|s| (l.success(s).value, l.success(s).fraction())), l.error(), s.columns[0].mean(), oddsmith::odds::agreement(l,&s.columns[0]));
    }
    let _ = Success::AtLeast(0);
}
