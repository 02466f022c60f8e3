/** Days that are looked at together, in bytes. */
const TOGETHER: usize = 16 << 3;
/** A trace too high, so that no rounding hides a deeper fall. */
const ABOVE: f64 = 1.000000000001;

/** The deepest fall of a curve below its highest value so far, the first one counted: below 0. */
export function drawdownOf(curve: usize, start: f64, length: i32): f64 {
  let mark = start;
  let worst: f64 = 0;
  let kept = ABOVE;
  const end = curve + (usize(length) << 3);
  let at = curve;
  for (; at + TOGETHER <= end; at += TOGETHER) {
    const highest = highestOf(at);
    const top = mark < highest ? highest : mark;
    const lowest = lowestOf(at);
    if (lowest < top * kept) {
      // The lowest is the deepest fall, unless the mark itself moves among these days.
      worst =
        top === mark ? min(worst, lowest / mark - 1) : deepestOf(at, at + TOGETHER, mark, worst);
      kept = (1 + worst) * ABOVE;
    }
    mark = top;
  }
  return deepestOf(at, end, mark, worst);
}

/** The same day by day, from a mark and a fall that are known. */
function deepestOf(from: usize, end: usize, begins: f64, known: f64): f64 {
  let mark = begins;
  let worst = known;
  for (let at = from; at < end; at += 8) {
    const equity = load<f64>(at);
    if (mark < equity) mark = equity;
    else if (equity < mark * (1 + worst) * ABOVE) worst = min(worst, equity / mark - 1);
  }
  return worst;
}

function highestOf(at: usize): f64 {
  const early = f64x2.pmax(v128.load(at), v128.load(at, 16));
  const later = f64x2.pmax(v128.load(at, 32), v128.load(at, 48));
  const third = f64x2.pmax(v128.load(at, 64), v128.load(at, 80));
  const last = f64x2.pmax(v128.load(at, 96), v128.load(at, 112));
  const two = f64x2.pmax(f64x2.pmax(early, later), f64x2.pmax(third, last));
  return f64x2.extract_lane(f64x2.pmax(two, v128.shuffle<f64>(two, two, 1, 0)), 0);
}

function lowestOf(at: usize): f64 {
  const early = f64x2.pmin(v128.load(at), v128.load(at, 16));
  const later = f64x2.pmin(v128.load(at, 32), v128.load(at, 48));
  const third = f64x2.pmin(v128.load(at, 64), v128.load(at, 80));
  const last = f64x2.pmin(v128.load(at, 96), v128.load(at, 112));
  const two = f64x2.pmin(f64x2.pmin(early, later), f64x2.pmin(third, last));
  return f64x2.extract_lane(f64x2.pmin(two, v128.shuffle<f64>(two, two, 1, 0)), 0);
}
