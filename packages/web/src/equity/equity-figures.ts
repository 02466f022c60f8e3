import type { EquityCurveView } from "@sevenfold/contract/portfolio";

type Points = EquityCurveView["points"];

/** What the curve shows: dollars, percent since the range began, or percent below its highest so far. */
export const EQUITY_VIEWS = [
  { value: "money", words: "$" },
  { value: "percent", words: "%" },
  { value: "drawdown", words: "Drawdown" },
] as const;
export type EquityView = (typeof EQUITY_VIEWS)[number]["value"];

/** The curve's values of a view, point by point. Without a positive beginning there are no percents. */
export function valuesIn(view: EquityView, points: Points): readonly number[] {
  const values = points.map(({ equity }) => equity);
  const [first] = values;
  if (view === "money") return values;
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
