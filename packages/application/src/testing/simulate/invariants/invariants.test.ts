import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { describe, expect, it } from "vitest";
import { inMemoryStorage } from "../../world/in-memory-storage.ts";
import { invariantWatch } from "./invariant-watch.ts";
import { INVARIANTS } from "./invariants.ts";
import { accountId, userId } from "./judged-happenings.ts";

describe("the invariants of an account", () => {
  it("are all looked at, each by its name", async () => {
    const watch = invariantWatch({ accountId, userId, calendar: ALWAYS_CALENDAR });
    await watch.begin(inMemoryStorage());

    expect([...watch.looked.keys()]).toEqual(Object.keys(INVARIANTS));
  });
});
