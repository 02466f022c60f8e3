import type { Instant, Ticker } from "./market.ts";
import { NO_SHARES, type Price, priceText, type Quantity, shares } from "./money.ts";
import { newYorkParts } from "./new-york-time.ts";
import { isOpen, type Order, openQuantity } from "./order.ts";

/** Why nobody can say what rests at the broker, and since when where that is known. */
export interface ProtectionDoubt {
  readonly because:
    | "not-seen"
    | "broker-away"
    | "worker-away"
    | "holdings-differ"
    | "stop-unanswered";
  readonly since?: Instant;
}

/** A stop that rests at the broker, or several at one price. */
export interface RestingStop {
  readonly shares: Quantity;
  readonly at: Price;
  /** It ends with the day. */
  readonly isForDay: boolean;
}

/** What would still sell a holding if every process of ours were gone. docs/risk.md#if-everything-dies-now */
export type Protection =
  | { readonly kind: "stop" | "part"; readonly stops: readonly RestingStop[] }
  | { readonly kind: "none" }
  | ({ readonly kind: "unknown" } & ProtectionDoubt);

export interface ProtectedHolding {
  readonly ticker: Ticker;
  readonly held: Quantity;
  readonly protection: Protection;
}

/** Sells what is held once the price falls to it. One with a limit may be left behind by the fall. */
export const isProtective = ({ limit, side, stop }: Pick<Order, "limit" | "side" | "stop">) =>
  side === "sell" && stop !== undefined && limit === undefined;

/**
 * What protects a holding, by the open orders of its symbol. A stop counts once the broker has taken
 * it and while nobody wants it back; one of which the broker has said nothing leaves the question open.
 */
export function protectionOf(
  held: Quantity,
  openOrders: readonly Order[],
  doubt?: ProtectionDoubt,
): Protection {
  if (doubt !== undefined) return { kind: "unknown", ...doubt };
  const stops = openOrders.filter((order) => isOpen(order) && isProtective(order));
  const resting = stops.filter(isResting);
  const covered = resting.reduce((sum, order) => sum + openQuantity(order), 0);
  if (held <= covered) return { kind: "stop", stops: resting.map(restingStopOf) };
  if (stops.some(({ status }) => UNANSWERED.has(status)))
    return { kind: "unknown", because: "stop-unanswered" };
  return covered === 0 ? { kind: "none" } : { kind: "part", stops: resting.map(restingStopOf) };
}

const isResting = ({ status }: Order): boolean =>
  status === "working" || status === "partially-filled";

const UNANSWERED: ReadonlySet<Order["status"]> = new Set(["submitting", "unknown", "suspended"]);

const restingStopOf = (order: Order): RestingStop => ({
  shares: openQuantity(order),
  at: order.stop!,
  isForDay: order.timeInForce === undefined,
});

/** How many of the shares held a stop would sell. */
export const protectedShares = (held: Quantity, protection: Protection): Quantity => {
  if (protection.kind !== "stop" && protection.kind !== "part") return NO_SHARES;
  return shares(Math.min(held, sharesIn(protection.stops)));
};

const DOUBTS: Record<ProtectionDoubt["because"], string> = {
  "not-seen": "the broker has not shown this account yet",
  "broker-away": "the broker cannot be reached at the moment",
  "worker-away": "no worker has been there",
  "holdings-differ": "the broker's holdings are not those of our books",
  "stop-unanswered": "the broker has not answered about a stop",
};

/** " since 11/22, 10:42 ET" */
function sinceText({ since }: ProtectionDoubt): string {
  if (since === undefined) return "";
  const { day, hour, minute, month } = newYorkParts(since);
  return ` since ${month}/${day}, ${hour}:${String(minute).padStart(2, "0")} ET`;
}

/** "A stop at the broker: 10 shares at $95.12." */
export function explainProtection({ held, protection }: ProtectedHolding): string {
  switch (protection.kind) {
    case "none":
      return "Nothing: until Sevenfold is back, nobody sells it.";
    case "unknown":
      return `Not known: ${DOUBTS[protection.because]}${sinceText(protection)}.`;
    case "part":
      return `A stop at the broker for ${sharesIn(protection.stops)} of ${held} shares: ${textOf(protection.stops)}.`;
    case "stop":
      return `A stop at the broker: ${textOf(protection.stops)}.`;
  }
}

/** All holdings in one sentence, as it follows "If everything dies now:". */
export function explainProtections(holdings: readonly ProtectedHolding[]): string {
  const [first, ...others] = holdings;
  if (first === undefined) return "Nothing is held, so there is nothing to protect.";
  const { held, protection } = first;
  if (others.some((other) => other.protection.kind !== protection.kind)) return mixed(holdings);
  const all = holdings.length;
  const yours = all === 1 ? "your position" : `your ${all} positions`;
  switch (protection.kind) {
    case "stop":
      return `A stop at the broker protects ${all === 1 ? yours : `each of ${yours}`}.`;
    case "none":
      return `Nothing: nobody sells ${yours} until Sevenfold is back.`;
    case "unknown":
      return `What protects ${yours} is not known.`;
    case "part":
      return all === 1
        ? `A stop at the broker protects ${sharesIn(protection.stops)} of your ${held} shares.`
        : `A stop at the broker protects some of the shares of each of ${yours}.`;
  }
}

const OF_SOME = [
  ["stop", "a stop at the broker"],
  ["part", "a stop for some of the shares"],
  ["none", "nothing until Sevenfold is back"],
] as const;

function mixed(holdings: readonly ProtectedHolding[]): string {
  const count = (kind: Protection["kind"]) =>
    holdings.filter(({ protection }) => protection.kind === kind).length;
  const parts = OF_SOME.flatMap(([kind, what]) => {
    const of = count(kind);
    return of === 0 ? [] : [`${of} ${of === 1 ? "has" : "have"} ${what}`];
  });
  const unknown = count("unknown");
  if (0 < unknown) parts.push(`of ${unknown} it is not known`);
  return `Of your ${holdings.length} positions, ${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}.`;
}

const sharesIn = (stops: readonly RestingStop[]): number =>
  stops.reduce((sum, stop) => sum + stop.shares, 0);

const textOf = (stops: readonly RestingStop[]): string =>
  stops
    .map(
      ({ at, isForDay, shares: count }) =>
        `${count} ${count === 1 ? "share" : "shares"} at ${priceText(at)}` +
        (isForDay ? ", for today" : ""),
    )
    .join("; ");
