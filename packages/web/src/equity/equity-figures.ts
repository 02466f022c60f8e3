import type { EquityCurveView } from "@sevenfold/contract/portfolio";

type Points = EquityCurveView["points"];

/** What the curve shows: dollars, percent since the range began, or percent below its highest so far. */
export const EQUITY_VIEWS = [
  { value: "money", words: "$" },
  { value: "percent", words: "%" },
  { value: "drawdown", words: "Drawdown" },
] as const;
export type EquityView = (typeof EQUITY_VIEWS)[number]["value"];

/** Of a point that was read as what it is now; an older one is on record as it was. */
const OF_NOW_MS = 120_000;

/** The curve whose last point, read a moment ago, is what the account is worth by now. */
export function upToNow(points: Points, equity: number | null | undefined, now: number): Points {
  const last = points.at(-1);
  if (last === undefined || equity == null || equity === last.equity) return points;
  if (OF_NOW_MS < now - Date.parse(last.at)) return points;
  return [...points.slice(0, -1), { ...last, equity }];
}

/**
 * The curve's values of a view, point by point. Without a positive beginning there are no percents. What
 * was paid in or out is no gain and no loss: percents are of what was there then and all that moved since.
 */
export function valuesIn(view: EquityView, points: Points): readonly number[] {
  if (view === "money") return points.map(({ equity }) => equity);
  const values = points.map(({ equity, moved }) => equity + moved);
  const [first] = values;
  if (first === undefined || first <= 0) return [];
  if (view === "percent") return values.map((equity) => (equity / first - 1) * 100);
  let highest = first;
  return values.map((equity) => {
    highest = Math.max(highest, equity);
    return (equity / highest - 1) * 100;
  });
}

/** The range in two figures, in percent; undefined where there is no positive beginning. */
export function figuresOf(points: Points): {
  readonly change: number | undefined;
  readonly largestDrawdown: number | undefined;
} {
  const depths = valuesIn("drawdown", points);
  return {
    change: valuesIn("percent", points).at(-1),
    largestDrawdown: depths.length === 0 ? undefined : Math.min(...depths),
  };
}

/** What was paid in over the range, less what was paid out, to the cent. */
export const paidInOver = (points: Points): number =>
  Math.round(((points[0]?.moved ?? 0) - (points.at(-1)?.moved ?? 0)) * 100) / 100;
