import { readWatchlist } from "@sevenfold/contract/watchlist";
import { ok, refused } from "@sevenfold/domain/result";
import { describe, expect, it } from "vitest";

import { view } from "./route.ts";

describe("a route", () => {
  it("does not compile where it refuses by a code that its row does not name", () => {
    view(readWatchlist, async () => ok([{ ticker: "AAPL" }]));
    // What any call may be refused for needs no naming.
    view(readWatchlist, async () => refused({ kind: "not-found" }));
    // @ts-expect-error: nobody reads of a full watchlist.
    view(readWatchlist, async () => refused({ kind: "watchlist-full", max: 1 }));
    // @ts-expect-error: there is no such code.
    const route = view(readWatchlist, async () => refused({ kind: "out-of-luck" }));

    expect(route.endpoint.problems).toEqual([]);
  });

  it("does not compile where it answers something else than its schema says", () => {
    // @ts-expect-error: a symbol is a text.
    const route = view(readWatchlist, async () => ok([{ ticker: 7 }]));

    expect(route.endpoint.path).toBe("/api/watchlist");
  });
});
