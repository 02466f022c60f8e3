import { type EquityPoint, type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { EQUITY_POINTS_MAX, type EquityStore } from "../../ports/stores/equity-store.ts";
import { evenInstants } from "../../ports/stores/even-instants.ts";
import { requireAccount } from "./memory-account-stores.ts";
import { ALL, type MemoryBooks } from "./memory-books.ts";
import { ascending } from "./memory-order.ts";

export function memoryEquityStore(books: MemoryBooks): EquityStore {
  const { equity } = books;
  const inOrder = (accountId: string) => ascending(equity.rows(accountId), ({ at }) => at);
  return {
    async add(accountId, points) {
      requireAccount(books, accountId);
      for (const point of points) equity.put(accountId, String(point.at), point);
    },
    async since(accountId, since, limit) {
      const later = inOrder(accountId).filter(({ at }) => since <= at);
      return thinned(later, Math.max(0, Math.min(limit, EQUITY_POINTS_MAX)));
    },
    async at(accountId, at) {
      return inOrder(accountId).findLast((point) => point.at <= at);
    },
    async thin({ minutesUntil, hoursUntil, limit }) {
      const all = books.accounts
        .rows(ALL)
        .flatMap(({ id }) =>
          inOrder(id).map((point, index, points) => ({ id, point, index, points })),
        )
        .filter(({ index }) => 0 < index)
        .map(({ id, point: { at }, index, points }) => ({
          id,
          at,
          grain: grainOf(at, points[index + 1]?.at),
        }));
      const oldest = (grain: Grain, until: Instant) =>
        ascending(
          all.filter((point) => point.grain === grain && point.at < until),
          ({ at }) => at,
        ).slice(0, limit);
      const removed = [...oldest("minute", minutesUntil), ...oldest("hour", hoursUntil)];
      for (const { id, at } of removed) equity.remove(id, String(at));
      return removed.length;
    },
  };
}

function thinned(points: readonly EquityPoint[], limit: number): readonly EquityPoint[] {
  if (points.length <= limit) return points;
  if (limit < 2) return points.slice(points.length - limit);
  const steps = evenInstants(points[0]!.at, points.at(-1)!.at, limit);
  return [...new Set(steps.map((step) => points.findLast(({ at }) => at <= step)!))];
}

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What the point is the last of: its minute, its hour or its day. */
type Grain = "minute" | "hour" | "day";

function grainOf(at: Instant, next: Instant | undefined): Grain {
  const isSame = (ms: number) =>
    next !== undefined && Math.floor(next / ms) === Math.floor(at / ms);
  if (isSame(HOUR_MS)) return "minute";
  return isSame(DAY_MS) ? "hour" : "day";
}
