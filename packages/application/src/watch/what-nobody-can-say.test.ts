import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Notice } from "../ports/notifier.ts";
import type { AccountAtStake, Sighting } from "../ports/sight.ts";
import { openTestWorld } from "../testing/trading-world.ts";
import { kindsOf } from "../testing/watched-world.ts";
import { runWatch } from "./run-watch.ts";

const ACCOUNT: AccountAtStake = {
  ...{ id: "one", label: "Swing", isAutomated: true, positions: 2, positionsOnSale: 0 },
};
/** A Wednesday, at 10:00 and at 15:55 in New York. */
const MORNING = instant(Date.UTC(2026, 2, 11, 14));
const BEFORE_CLOSE = instant(Date.UTC(2026, 2, 11, 19, 55));

/** A watch that sees what a test says; a worker pings with every look unless it says otherwise. */
async function seeing(startsAt: Instant = MORNING) {
  const { clock, log } = await openTestWorld({ startsAt });
  const told: Notice[] = [];
  let now: Partial<Sighting> = {};
  const sight = {
    name: "a server",
    look: async (): Promise<Sighting> => ({
      ...{ workerPing: clock.now(), notReady: [], hasPrices: true, disconnected: [] },
      ...{ stopped: [], ...now },
    }),
    atStake: async () => undefined,
  };
  const somebody = { name: "somebody", tell: async (notice: Notice) => void told.push(notice) };
  const ending = new AbortController();
  const needs = { clock, log, sight, notifiers: [somebody] };
  void runWatch(needs, { remindMs: 24 * 60 * MINUTE_MS }, ending.signal);
  return {
    told,
    async see(seen: Partial<Sighting>, minutes: number) {
      now = seen;
      await clock.pass(minutes * MINUTE_MS);
    },
  };
}

const DEAD = { workerPing: instant(MORNING - MINUTE_MS) };

describe("what a look cannot say", () => {
  it("is not taken for well: a stopped account of which a server without its database knows nothing", async () => {
    const { see, told } = await seeing();
    await see({ stopped: [{ account: ACCOUNT, because: ["Something happened."] }] }, 2);
    await see({ workerPing: "unknown", notReady: ["Its database does not answer."] }, 30);

    expect(kindsOf(told).filter((kind) => kind.includes("exits-stopped"))).toEqual([
      "begun exits-stopped",
    ]);
  });

  it("is not taken for well: a worker of which a server without its database knows nothing", async () => {
    const { see, told } = await seeing();
    await see(DEAD, 2);
    expect(kindsOf(told)).toEqual(["begun worker-silent"]);

    await see({ workerPing: "unknown", notReady: ["Its database does not answer."] }, 30);
    await see(DEAD, 5);
    expect(kindsOf(told).slice(1)).toEqual(["begun not-ready", "ended not-ready"]);

    await see({}, 5);
    expect(kindsOf(told).slice(3)).toEqual(["ended worker-silent"]);
  });

  it("is not taken for well: prices and brokers of a worker that is dead", async () => {
    const { see, told } = await seeing();
    await see({ hasPrices: false, disconnected: [ACCOUNT] }, 2);
    expect(kindsOf(told)).toEqual(["begun prices-silent", "begun broker-disconnected"]);

    await see({ ...DEAD, disconnected: [{ ...ACCOUNT, id: "two" }] }, 30);
    expect(kindsOf(told).slice(2)).toEqual(["begun worker-silent"]);

    await see({ disconnected: [ACCOUNT] }, 5);
    expect(kindsOf(told).slice(3)).toEqual(["ended prices-silent", "ended worker-silent"]);
  });

  it("is not taken for well: what is as it was when the exchange closes", async () => {
    const { see, told } = await seeing(BEFORE_CLOSE);
    await see({ hasPrices: false, disconnected: [ACCOUNT] }, 60);
    expect(kindsOf(told)).toEqual(["begun prices-silent", "begun broker-disconnected"]);

    await see({ disconnected: [ACCOUNT] }, 5);
    expect(kindsOf(told).slice(2)).toEqual(["ended prices-silent"]);
  });
});
