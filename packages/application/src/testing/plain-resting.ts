import type { PlainAccount } from "./plain-account.ts";
import { firstOn, type Stock } from "./plain-conditions.ts";
import type { PlainBar } from "./plain-rules.ts";

/** The stop first, at the worse of open and stop; else the target, at its price or better. */
export function reachRestingExits(account: PlainAccount, stock: Stock, bar: PlainBar) {
  const { conditions, end, fill, roomIn, rules, send, startDay } = account;
  const resting = rules.resting ?? "none";
  if (resting === "none" || stock.held === 0) return;
  if (!bar.opensInSession || !bar.closesInSession) return;
  const when = (isGap: boolean) => (isGap ? bar.opensAt : bar.closesAt);
  if (resting !== "target" && conditions.stop(stock, bar.low!)) {
    const isGap = conditions.stop(stock, bar.open);
    const price = isGap
      ? bar.open
      : firstOn(bar.open, bar.low!, (price) => conditions.stop(stock, price));
    startDay(bar.day);
    if (stock.order) end(stock.order, when(isGap), "stop-reached");
    const wanted = { stock, side: "sell", reason: "stop-loss", reserved: 0 } as const;
    fill(send({ ...wanted, shares: stock.held }), { at: when(isGap), bar, price });
    return;
  }
  const rests = resting !== "stop" && !stock.order && stock.coolDownUntil <= bar.opensAt;
  const shares = Math.min(rules.sharesToSell, stock.held, roomIn(bar));
  if (!rests || !conditions.target(stock, bar.high!) || shares === 0) return;
  const isGap = conditions.target(stock, bar.open);
  const price = isGap
    ? bar.open
    : firstOn(bar.open, bar.high!, (price) => conditions.target(stock, price));
  startDay(bar.day);
  const wanted = { stock, side: "sell", reason: "take-profit", reserved: 0 } as const;
  fill(send({ ...wanted, shares }), { at: when(isGap), bar, price, isLimit: true });
}
