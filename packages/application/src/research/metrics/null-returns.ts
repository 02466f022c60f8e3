/**
 * What an investor has anyway, as an orthonormal basis: the daily returns of holding, each series
 * centered, laid out one after another. What a strategy's returns have of them is its exposure.
 */
export interface NullBasis {
  readonly days: number;
  readonly columns: number;
  readonly vectors: Float64Array;
  /** What each vector's own return was, of the mean day. */
  readonly means: Float64Array;
}

const NO_SPREAD = 1e-12;

/** Of series of one length; what the others tell already is left out (Gram and Schmidt, twice). */
export function nullBasisOf(series: readonly Float64Array[], days: number): NullBasis {
  const vectors: Float64Array[] = [];
  const means: number[] = [];
  for (const each of series) {
    const vector = Float64Array.from(each);
    const whole = normOf(vector);
    let mean = meanOf(vector);
    for (let day = 0; day < days; day++) vector[day]! -= mean;
    for (let pass = 0; pass < 2; pass++)
      vectors.forEach((known, at) => {
        const share = productOf(vector, known, 0);
        for (let day = 0; day < days; day++) vector[day]! -= share * known[day]!;
        mean -= share * means[at]!;
      });
    const norm = normOf(vector);
    if (!(NO_SPREAD * Math.max(1, whole) < norm)) continue;
    vectors.push(vector.map((value) => value / norm));
    means.push(mean / norm);
  }
  const flat = new Float64Array(vectors.length * days);
  vectors.forEach((vector, at) => {
    flat.set(vector, at * days);
  });
  return { days, columns: vectors.length, vectors: flat, means: Float64Array.from(means) };
}

/**
 * Skill: daily returns less what the same exposure to the null made, the exposure being the one the
 * returns themselves show by least squares. Its mean is Jensen's alpha (1968) of a day.
 */
export function writeSkill(basis: NullBasis, returns: Float64Array, into: Float64Array): void {
  const { days, columns, vectors, means } = basis;
  for (let day = 0; day < days; day++) into[day] = returns[day]!;
  const center = meanOf(into);
  let alpha = center;
  for (let column = 0; column < columns; column++) {
    const at = column * days;
    let share = 0;
    for (let day = 0; day < days; day++) share += returns[day]! * vectors[at + day]!;
    for (let day = 0; day < days; day++) into[day]! -= share * vectors[at + day]!;
    alpha -= share * means[column]!;
  }
  const scale = Math.sqrt(Math.max(1, days - 1) / Math.max(1, days - 1 - columns));
  // Least squares takes a little too much of the chance away: the spread is given back.
  for (let day = 0; day < days; day++) into[day] = alpha + scale * (into[day]! - center);
}

const meanOf = (vector: Float64Array): number =>
  vector.reduce((sum, each) => sum + each, 0) / vector.length;

function productOf(one: Float64Array, other: Float64Array, at: number): number {
  let sum = 0;
  for (let day = 0; day < one.length; day++) sum += one[day]! * other[at + day]!;
  return sum;
}

const normOf = (vector: Float64Array): number => Math.sqrt(productOf(vector, vector, 0));
