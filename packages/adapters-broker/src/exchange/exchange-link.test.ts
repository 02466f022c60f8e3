import { createServer } from "node:http";
import type { VenueExecution } from "@sevenfold/application/exchange/venue-order";
import type { Execution } from "@sevenfold/application/ports/broker";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { money, NO_MONEY, price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { linkExchange } from "./exchange-link.ts";
import { exchangeScriptFrom } from "./exchange-script.ts";
import type { ExchangeSettings } from "./exchange-settings.ts";
import {
  exchangeOnLoopback,
  type LoopbackExchange,
  START,
} from "./testing/exchange-on-loopback.ts";

const DAY_MS = 86_400_000;
const OPENED_AT = instant(START - 30 * DAY_MS);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const clock = { now: () => START, sleep: async () => undefined };

async function running(settings: Partial<ExchangeSettings> = {}): Promise<LoopbackExchange> {
  const exchange = await exchangeOnLoopback(settings);
  closing.push(() => exchange.close());
  return exchange;
}

const quiet = { warn: () => undefined };
const linked = (url: string) => linkExchange(url, { clock, attempts: 1, log: quiet });

describe("a link to an exchange in another process", () => {
  it("says which market the exchange plays", async () => {
    const exchange = await running({ seed: 12, volatility: 0.5, hours: "nyse" });

    const link = await linked(exchange.url);

    expect(link.market).toEqual(exchange.link.market);
    expect(link.url).toBe(exchange.url);
  });

  it("opens accounts as the exchange's own process does, whatever they traded before", async () => {
    const exchange = await running();
    const { paperVenue } = await linked(exchange.url);
    let opened = 0;
    await fc.assert(
      fc.asyncProperty(histories(), async ({ cash, history }) => {
        opened += 1;
        const opening = (way: string) => ({
          cash,
          openedAt: OPENED_AT,
          closesAt: instant(START + DAY_MS),
          history: history.map((each) => ({
            ...each,
            brokerOrderId: `${way} ${opened} ${each.brokerOrderId}`,
          })),
        });

        const far = await paperVenue.openAccount(opening("far"));
        const near = await exchange.link.paperVenue.openAccount(opening("near"));

        const [there, here] = [far, near].map(
          ({ accountId }) => exchange.venue.book.accounts.get(accountId)!,
        );
        expect(there!.cash).toBe(here!.cash);
        expect(there!.positions).toEqual(here!.positions);
        expect(there!.executions.map(traded)).toEqual(here!.executions.map(traded));
        expect(there!.opening.closesAt).toBe(here!.opening.closesAt);
        expect(there!.opening.openedAt).toBe(OPENED_AT);
        expect(Object.keys(far).sort()).toEqual(Object.keys(near).sort());
        expect(await paperVenue.hasIssued(far.keyId)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it("knows which keys were issued there", async () => {
    const exchange = await running();
    const { paperVenue } = await linked(exchange.url);
    const { keyId } = await exchange.link.paperVenue.openAccount({
      cash: NO_MONEY,
      openedAt: START,
      history: [],
    });

    expect(await paperVenue.hasIssued(keyId)).toBe(true);
    for (const other of ["PKOFSOMEBODYELSE", "", "../market", "a/b", "é", "x".repeat(500)])
      expect(await paperVenue.hasIssued(other)).toBe(false);
  });

  it("is refused a history that cannot be, and one whose orders stand in another's book", async () => {
    const exchange = await running();
    const { paperVenue } = await linked(exchange.url);
    const opening = { cash: money(1_000_000), openedAt: OPENED_AT };
    const open = (history: readonly Execution[]) => paperVenue.openAccount({ ...opening, history });
    await open([bought({ brokerOrderId: "taken" })]);
    const before = exchange.venue.book.accounts.size;

    for (const [history, words] of [
      [[bought({ quantity: shares(1_000) })], "spends more cash than there is"],
      [[bought({ side: "sell" })], "sells more AAPL than is held"],
      [[bought({ ticker: "ZZZZ" as Ticker })], "is not listed here"],
      [[bought({ at: instant(OPENED_AT - 1) })], "is out of order"],
      [[bought({ brokerOrderId: "taken" })], "stands in another account's book"],
    ] as const)
      await expect(open(history)).rejects.toMatchObject({
        name: "BrokerUnavailable",
        message: expect.stringContaining(words),
      });
    expect(exchange.venue.book.accounts.size).toBe(before);
  });

  it("is refused an account of the future, which would take everybody's book there", async () => {
    const exchange = await running();
    const { paperVenue } = await linked(exchange.url);
    const [soon, later] = [instant(START + 5_000), instant(START + 5_001)];
    const openedAt = (at: typeof later, history: readonly Execution[] = []) =>
      paperVenue.openAccount({ cash: money(1_000_000), openedAt: at, history });
    const before = exchange.venue.book.accounts.size;

    for (const [at, history] of [
      [later, []],
      [OPENED_AT, [bought({ at: later })]],
    ] as const)
      await expect(openedAt(at, history)).rejects.toThrow("an account has no past in the future");
    expect(exchange.venue.book.accounts.size).toBe(before);
    await openedAt(soon);
  });

  it("is made to no exchange but one that plays the world's market at the world's time", async () => {
    const halted = exchangeScriptFrom(
      { halts: [{ symbol: "AAPL", from: "+1m", until: "+2m" }] },
      START,
    );
    if (!halted.ok) throw new Error(halted.refusal);
    for (const [settings, words] of [
      [{ script: halted.value }, "plays recorded bars, a script or a clock of its own"],
      [{ hasOwnTime: true }, "plays recorded bars, a script or a clock of its own"],
      [{ clock: { now: () => instant(START - 60_000) } }, "has a clock 60 seconds from this one"],
      [{ requestsPerMinute: 200 }, "--requests-per-minute 100000"],
    ] as const) {
      const { url } = await running(settings);
      await expect(linked(url)).rejects.toMatchObject({
        name: "ExchangeUnfit",
        message: expect.stringContaining(words),
      });
    }
  });

  it("is not made to what is no exchange of ours, nor to nothing", async () => {
    const answers = ["{}", "<html>", '{"seed":1}'];
    for (const answer of answers) {
      const server = createServer((_, response) => response.end(answer)).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      closing.push(async () => server.close());
      const { port } = server.address() as { port: number };
      await expect(linked(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
        name: "ExchangeUnfit",
        message: expect.stringContaining("is not Sevenfold's exchange"),
      });
    }
    const { url, close } = await exchangeOnLoopback();
    await close();
    await expect(linked(url)).rejects.toThrow("sevenfold exchange --journal");
  });

  it("waits for an exchange that is only just starting", async () => {
    const { port, url, close } = await exchangeOnLoopback();
    await close();
    let attempts = 0;
    const patient = {
      ...clock,
      sleep: async () => {
        attempts += 1;
        if (attempts === 3) await running({ port });
      },
    };

    const said: string[] = [];
    const log = { warn: (event: string) => void said.push(event) };
    const link = await linkExchange(url, { clock: patient, attempts: 5, log });

    expect(link.url).toBe(url);
    expect(attempts).toBe(3);
    expect(said).toEqual(["exchange-awaited"]);
  });

  it("waits no longer once it is told to end, nor for what will never be an exchange", async () => {
    const { url, close } = await exchangeOnLoopback();
    await close();
    const ending = new AbortController();
    let asked = 0;
    const waiting = {
      ...clock,
      sleep: async () => {
        asked += 1;
        ending.abort();
      },
    };
    const needs = { clock: waiting, attempts: 1_000, log: quiet, signal: ending.signal };
    await expect(linkExchange(url, needs)).rejects.toThrow("No exchange answers");
    expect(asked).toBe(1);

    const server = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    closing.push(async () => server.close());
    const other = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    await expect(linkExchange(other, needs)).rejects.toThrow("is not Sevenfold's exchange");
    expect(asked).toBe(1);
  });

  it("says so when the exchange has gone since", async () => {
    const exchange = await exchangeOnLoopback();
    const { paperVenue } = await linked(exchange.url);
    await exchange.close();

    const gone = { name: "BrokerUnavailable", reason: "network" };
    await expect(paperVenue.hasIssued("PKX")).rejects.toMatchObject(gone);
    const opening = { cash: NO_MONEY, openedAt: START, history: [] };
    await expect(paperVenue.openAccount(opening)).rejects.toMatchObject(gone);
  });
});

function bought(changes: Partial<Execution>): Execution {
  return {
    executionId: "e1",
    brokerOrderId: "o1",
    ticker: "AAPL" as Ticker,
    side: "buy",
    quantity: shares(1),
    price: price(1_000_000),
    fee: NO_MONEY,
    at: OPENED_AT,
    ...changes,
  };
}

const traded = ({ ticker, side, quantity, price, atMicros, leaves }: VenueExecution) => ({
  ...{ ticker, side, quantity, price, atMicros, leaves },
});

/** Buys and sells that cash and holdings allow, some in several parts. */
function histories() {
  const step = fc.record({
    ticker: fc.constantFrom("AAPL", "MSFT") as fc.Arbitrary<Ticker>,
    quantity: fc.integer({ min: 1, max: 50 }),
    units: fc.integer({ min: 1, max: 5_000_000 }),
    sells: fc.boolean(),
    isPart: fc.boolean(),
    hasKey: fc.boolean(),
    afterMs: fc.integer({ min: 0, max: DAY_MS / 4 }),
  });
  return fc.array(step, { maxLength: 40 }).map((steps) => {
    const held = new Map<Ticker, number>();
    let at: number = OPENED_AT;
    let spent = 0;
    let most = 0;
    let order = 0;
    let last = "";
    const history = steps.flatMap((each, index): Execution[] => {
      const { afterMs, hasKey, isPart, quantity, sells, ticker, units } = each;
      const count = sells ? Math.min(quantity, held.get(ticker) ?? 0) : quantity;
      if (count === 0) return [];
      held.set(ticker, (held.get(ticker) ?? 0) + (sells ? -count : count));
      at += afterMs;
      spent += (sells ? -1 : 1) * count * units;
      most = Math.max(most, spent);
      // A part belongs to the order of the same kind before it.
      const kind = `${sells} ${ticker}`;
      if (!isPart || last !== kind) order += 1;
      last = kind;
      return [
        {
          executionId: `execution ${index}`,
          brokerOrderId: `order ${order}`,
          ...(hasKey && !isPart ? { clientKey: `key ${order}` } : {}),
          ticker,
          side: sells ? "sell" : "buy",
          quantity: shares(count),
          price: price(units),
          fee: NO_MONEY,
          at: instant(at),
        },
      ];
    });
    return { cash: money(most), history };
  });
}
