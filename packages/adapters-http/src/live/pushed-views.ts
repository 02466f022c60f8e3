import type { Announcement } from "@sevenfold/application/ports/announcer";
import type { User } from "@sevenfold/application/ports/storage";
import { listBrokers } from "@sevenfold/contract/brokers";
import { listOrders, listTrades } from "@sevenfold/contract/orders";
import {
  listPositions,
  readAccount,
  readDailyChange,
  readPortfolio,
  readProtection,
} from "@sevenfold/contract/portfolio";
import { readWatchlist } from "@sevenfold/contract/watchlist";
import { readWorkerStatus } from "@sevenfold/contract/worker";
import { invariant } from "@sevenfold/domain/invariant";

import type { View } from "../route.ts";

const ACCOUNT = [readAccount.path, listPositions.path, readPortfolio.path, readDailyChange.path];
/** Every view that is pushed. */
export const PUSHED_PATHS: readonly string[] = [
  ...ACCOUNT,
  readProtection.path,
  listTrades.path,
  listOrders.path,
  readWorkerStatus.path,
  readWatchlist.path,
  listBrokers.path,
];

/** Which views an announcement changes. */
export const PATHS_OF: Record<Announcement["topic"], readonly string[]> = {
  account: [...ACCOUNT, readProtection.path, listTrades.path, readWorkerStatus.path],
  // An open order keeps cash aside, and may have ended in a fill.
  orders: [listOrders.path, readAccount.path, readProtection.path, readWorkerStatus.path],
  worker: [readWorkerStatus.path, readProtection.path],
  watchlist: [readWatchlist.path, readWorkerStatus.path],
  settings: [readWorkerStatus.path, readProtection.path],
  "accounts-changed": PUSHED_PATHS,
  "sign-ins": [],
};

/** Which views every price moves. */
export const PRICED_PATHS: readonly string[] = [
  ...ACCOUNT,
  readWorkerStatus.path,
  // Not for the prices: a worker that dies says nothing, and what it confirmed is in doubt then.
  readProtection.path,
];

/** Reads a view by its path as its GET answers it; undefined while there is nothing to show. */
export type ReadPushed = (path: string, user: User) => Promise<unknown>;

export function pushedViews(views: readonly View[]): ReadPushed {
  const byPath = new Map(views.map((each) => [each.endpoint.path, each] as const));
  for (const path of PUSHED_PATHS) invariant(byPath.has(path), `${path} is a view`);
  return async (path, user) => {
    const { answer, endpoint } = byPath.get(path)!;
    const input = endpoint.input.parse({}) as never;
    const answered = await answer({ input, user });
    return answered.ok ? endpoint.output.parse(answered.value) : undefined;
  };
}
