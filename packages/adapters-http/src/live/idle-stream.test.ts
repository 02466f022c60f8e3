import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { Ticker } from "@sevenfold/domain/market";
import { STOCKS } from "@sevenfold/domain/stocks";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { listenLive } from "../testing/live-listener.ts";
import { LIVE_TIMES } from "./live-defaults.ts";

let world: HttpWorld;
afterEach(() => world.close());

/** The product's times, so many times as fast. */
const FASTER = 100;
const PACE = {
  viewsEveryMs: LIVE_TIMES.viewsEveryMs / FASTER,
  pricesEveryMs: LIVE_TIMES.pricesEveryMs / FASTER,
  heartbeatEveryMs: LIVE_TIMES.heartbeatEveryMs / FASTER,
  gatherMs: 1,
};
const HOUR_MS = 3_600_000;
const IDLE_BYTES_AN_HOUR_MAX = 2_000_000;

describe("the live stream of a dashboard where nothing happens", () => {
  it("takes less than two megabytes an hour, with 85 symbols and a worker that pings", async () => {
    const prices = Object.fromEntries(STOCKS.map(({ ticker }, index) => [ticker, 100 + index]));
    world = await openHttpWorld({ liveTimes: PACE, listed: prices });
    const { browser, user } = await world.visitor();
    await world.storage.transact(async ({ watchlist }) => {
      for (const { ticker } of STOCKS)
        await watchlist.add(user.id, ticker as Ticker, world.needs.clock.now());
    });
    const counted = await countedStream(browser.url, browser.cookieHeader);
    const live = await listenLive(browser);
    await live.untilGreeted();
    expect(live.views.get("/api/worker/status").positions).toHaveLength(85);

    // Counted by beats, which come at a fixed pace: so many of them are a minute of the product's.
    const beatsAMinute = 60_000 / LIVE_TIMES.heartbeatEveryMs;
    await counted.untilBeats(3);
    const before = counted.bytes();
    const from = counted.beats();
    for (let ping = 0; ping < 6; ping += 1) {
      await world.pingWorker();
      await counted.untilBeats(from + ((ping + 1) * beatsAMinute) / 6);
    }

    const minutes = (counted.beats() - from) / beatsAMinute;
    const anHour = ((counted.bytes() - before) / minutes) * (HOUR_MS / 60_000);
    expect(anHour).toBeLessThan(IDLE_BYTES_AN_HOUR_MAX);
    expect(anHour).toBeGreaterThan(0);
    counted.leave();
    live.leave();
  });
});

/** A stream whose bytes are counted as they come from the socket. */
async function countedStream(url: string, cookie: string) {
  const asked = get(`${url}/api/live`, { headers: { cookie } });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const { socket } = response;
  let beats = 0;
  let rest = "";
  response.setEncoding("utf8");
  response.on("data", (text: string) => {
    const events = (rest + text).split("\n\n");
    rest = events.pop() ?? "";
    beats += events.filter((event) => event.includes('"type":"heartbeat"')).length;
  });
  return {
    beats: () => beats,
    bytes: () => socket.bytesRead,
    async untilBeats(wanted: number) {
      while (beats < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    leave: () => asked.destroy(),
  };
}
