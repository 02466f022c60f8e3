/** What a run of a symbol by a setting comes to, in the order engines write it; some leave out the last. */
const OUTCOMES = ["final equity", "fills", "deepest drawdown"];

/**
 * What sets another engine's results apart from ours, in words; undefined where they are equal.
 * Both have a row for each symbol and setting; what one of them does not know is not compared.
 */
export function differenceInResults({ symbols, grid }, ours, theirs) {
  const runs = symbols * grid.length;
  const [known, asked] = [theirs.length / runs, ours.length / runs];
  if (known !== OUTCOMES.length && known !== OUTCOMES.length - 1)
    return `${theirs.length} numbers came back for ${runs} runs`;
  const compared = Math.min(known, asked);
  const differing = [];
  for (let run = 0; run < runs; run++)
    for (let outcome = 0; outcome < compared; outcome++) {
      const [mine, other] = [ours[run * asked + outcome], theirs[run * known + outcome]];
      if (mine !== other) differing.push({ run, outcome, mine, other });
    }
  const [first] = differing;
  if (first === undefined) return undefined;
  const { fall, rise } = grid[first.run % grid.length];
  return (
    `${differing.length} of ${runs * compared} results differ, first the ${OUTCOMES[first.outcome]} ` +
    `of symbol ${Math.floor(first.run / grid.length)} with fall ${fall} and rise ${rise}: ` +
    `${first.other}, ours ${first.mine}`
  );
}

/** The same for fills, which are pairs of a bar and a price. */
export function differenceInFills(ours, theirs) {
  const length = Math.max(ours.length, theirs.length);
  const place = Array.from({ length }).findIndex((_, at) => ours[at] !== theirs[at]);
  if (place === -1) return undefined;
  const first = place - (place % 2);
  return `fill ${first / 2 + 1} differs: ${fillAt(theirs, first)}, ours ${fillAt(ours, first)}`;
}

const fillAt = (fills, place) =>
  place < fills.length ? `bar ${fills[place]} at ${fills[place + 1]}` : "none";
