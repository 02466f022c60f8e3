import type { Announcement } from "@sevenfold/application/ports/announcer";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import type { News } from "@sevenfold/contract/call";
import { PUSHED_CALLS } from "@sevenfold/contract/calls";
import { invariant } from "@sevenfold/domain/invariant";

import type { View } from "../route.ts";

/** Every view that is pushed; which account is in use before what is of it. */
export const PUSHED_PATHS: readonly string[] = PUSHED_CALLS.map(({ path }) => path);

const pathsAfter = (news: News): readonly string[] =>
  PUSHED_CALLS.filter(({ fresh }) => fresh?.kept === "pushed" && fresh.after.includes(news)).map(
    ({ path }) => path,
  );

/** Which views an announcement changes. */
export const PATHS_OF: Record<Announcement["topic"], readonly string[]> = {
  account: pathsAfter("account"),
  orders: pathsAfter("orders"),
  worker: pathsAfter("worker"),
  watchlist: pathsAfter("watchlist"),
  settings: pathsAfter("settings"),
  "settings-saved": pathsAfter("settings"),
  "accounts-changed": PUSHED_PATHS,
  "sign-ins": [],
};

/** Which views every price moves, or may have been moved by a worker that died and says nothing. */
export const PRICED_PATHS = pathsAfter("prices");

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
