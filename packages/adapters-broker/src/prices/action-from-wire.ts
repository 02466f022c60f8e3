import type { CorporateAction } from "@sevenfold/application/research/backtest/corporate-action";

type Split = Extract<CorporateAction, { kind: "split" }>;

const MILLION = 1_000_000;
const PARTS_MAX = 1_000_000;

/** New shares for old ones in whole numbers, to a millionth; undefined where that cannot be. */
export function splitFromWire(
  day: number,
  newShares: number,
  oldShares: number,
): Split | undefined {
  const [numerator, denominator] = [newShares, oldShares].map((part) => Math.round(part * MILLION));
  if (!isPart(numerator) || !isPart(denominator)) return undefined;
  const common = greatestCommonDivisor(numerator, denominator);
  const split = { numerator: numerator / common, denominator: denominator / common };
  if (PARTS_MAX < Math.max(split.numerator, split.denominator)) return undefined;
  return { kind: "split", day, ...split };
}

/** Dollars for each share; undefined where that cannot be. */
export function dividendFromWire(day: number, dollars: number): CorporateAction | undefined {
  const perShare = Math.round(dollars * MILLION);
  return isPart(perShare) ? { kind: "dividend", day, perShare } : undefined;
}

const isPart = (part: number | undefined): part is number =>
  part !== undefined && Number.isSafeInteger(part) && 0 < part;

/** As they are in force: by day, a split before the dividend of its day. */
export const inOrder = (actions: readonly CorporateAction[]): readonly CorporateAction[] =>
  actions.toSorted((one, other) => one.day - other.day || rankOf(one) - rankOf(other));

const rankOf = ({ kind }: CorporateAction): number => (kind === "split" ? 0 : 1);

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other);
