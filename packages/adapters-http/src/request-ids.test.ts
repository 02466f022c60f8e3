import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "@sevenfold/application/ports/log";
import { afterEach, describe, expect, it } from "vitest";

import type { HttpNeeds } from "./http-needs.ts";
import { requestInHand } from "./request-in-hand.ts";
import type { Browser } from "./testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ORDER = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };

/** What the request in hand was, wherever a line was written. */
function namedLines() {
  const lines: (readonly [event: string, requestId: string | undefined])[] = [];
  const note = (event: string) => void lines.push([event, requestInHand()]);
  const log: Log = { info: note, warn: note, error: note };
  return { lines, log };
}

const idOf = async (browser: Browser, given?: string) =>
  (
    await browser.get("/healthz", given === undefined ? {} : { headers: { "x-request-id": given } })
  ).headers.get("x-request-id");

describe("a request", () => {
  it("keeps the id its sender gave it where that is well-formed", async () => {
    world = await openHttpWorld();
    const browser = world.browser();
    const longest = "a".repeat(64);

    for (const given of ["proxy-01", "0af7651916cd43dd.8448_EB21", longest])
      expect(await idOf(browser, given)).toBe(given);
  });

  it.each([
    ["none", undefined],
    ["an empty one", ""],
    ["one that is too short to be one of many", "1234567"],
    ["one that is too long", "a".repeat(65)],
    ["one with a space", "one two three"],
    ["one with markup", "<b>bold</b>"],
    ["one with a quote, to break out of a line", 'x","level":10,"y":"'],
    ["two of them", "first-id-1, second-id-2"],
    ["one that begins like a flag", "--help-me"],
  ])("is given one of ours where it has %s", async (_, given) => {
    world = await openHttpWorld();

    expect(await idOf(world.browser(), given)).toMatch(OURS);
  });

  it("tells a user the id to quote where something went wrong", async () => {
    world = await openHttpWorld({
      instead: () => ({ placeOrder: () => Promise.reject(new Error("broken")) }),
    });
    const { browser } = await world.visitor();

    const headers = { "x-request-id": "quoted-by-a-user" };
    const { json, status } = await browser.post("/api/orders", ORDER, { headers });

    expect(status).toBe(500);
    expect(json).toMatchObject({
      code: "internal-error",
      details: "It has been logged as request quoted-by-a-user.",
    });
    expect(world.logged.join("\n")).toContain('request-failed {"requestId":"quoted-by-a-user"');
  });

  it("is known wherever a line is written for it, and mixes with no other at the same time", async () => {
    const { lines, log } = namedLines();
    const waiting = new Map<string, () => void>();
    const placeOrder: HttpNeeds["placeOrder"] = async (draft) => {
      const ticker = "ticker" in draft ? draft.ticker : "";
      log.info(`begun ${ticker}`);
      await new Promise<void>((resolve) => waiting.set(ticker, resolve));
      log.info(`ended ${ticker}`);
      throw new Error("enough");
    };
    world = await openHttpWorld({ instead: () => ({ log, placeOrder }) });
    const { browser } = await world.visitor();
    const post = (symbol: string) =>
      browser.post(
        "/api/orders",
        { ...ORDER, symbol },
        { headers: { "x-request-id": `for-${symbol}` } },
      );
    const answers = new Map(["AAPL", "MSFT"].map((symbol) => [symbol, post(symbol)]));
    await expect.poll(() => waiting.size, { timeout: 5_000 }).toBe(2);
    // The first to come is the last to go.
    for (const symbol of ["MSFT", "AAPL"]) {
      waiting.get(symbol)!();
      await answers.get(symbol);
    }

    expect(lines.filter(([event]) => /begun|ended|failed/.test(event)).toSorted()).toEqual(
      ["AAPL", "MSFT"]
        .flatMap((ticker) => [
          [`begun ${ticker}`, `for-${ticker}`],
          [`ended ${ticker}`, `for-${ticker}`],
          ["request-failed", `for-${ticker}`],
        ])
        .toSorted(),
    );
    expect(requestInHand()).toBeUndefined();
  });

  it("is named no more by what it started and is answered without", async () => {
    const { lines, log } = namedLines();
    let later = Promise.resolve();
    const goOn = async () => {
      for (let look = 0; look < 1_000 && requestInHand() !== undefined; look += 1) await pause(1);
      log.info("much later");
    };
    const placeOrder: HttpNeeds["placeOrder"] = async () => {
      log.info("at once");
      later = goOn();
      throw new Error("enough");
    };
    world = await openHttpWorld({ instead: () => ({ log, placeOrder }) });
    const { browser } = await world.visitor();
    await browser.post("/api/orders", ORDER, { headers: { "x-request-id": "for-a-while" } });
    await later;

    expect(lines.filter(([event]) => event !== "request-failed")).toEqual([
      ["at once", "for-a-while"],
      ["much later", undefined],
    ]);
  });
});
