import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";

export const ZONE_HELPS = "--tz says in which zone times without an offset and midnights are";

/** Whether an exchange's session was asked for, and no bar begins or ends in it. */
export const isLeftOut = (columns: BarColumns): boolean =>
  0 < columns.count && leftOutOf(columns) === columns.count;

/** What the exchange's session takes out of a symbol; a share of most is a zone that was not meant. */
export function leftOutWarning(columns: BarColumns): readonly string[] {
  const { count, ticker } = columns;
  const leftOut = leftOutOf(columns);
  if (leftOut === 0) return [];
  if (leftOut === count)
    return [
      `--session xnys leaves nothing of ${ticker} to trade: every bar lies outside the exchange's hours; ${ZONE_HELPS}`,
    ];
  const bars = `--session xnys leaves out ${grouped(leftOut)} of ${grouped(count)} bars of ${ticker}, outside the exchange's sessions`;
  return [leftOut * 2 < count ? bars : `${bars}; ${ZONE_HELPS}`];
}

/** How many bars neither begin nor end in the session; none where no session was asked for. */
function leftOutOf({ count, closesInSession, opensInSession }: BarColumns): number {
  if (opensInSession === undefined || closesInSession === undefined) return 0;
  let leftOut = 0;
  for (let bar = 0; bar < count; bar++)
    if (opensInSession[bar] === 0 && closesInSession[bar] === 0) leftOut++;
  return leftOut;
}

const grouped = (count: number): string => count.toLocaleString("en-US");
