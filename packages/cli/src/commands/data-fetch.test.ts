import { join } from "node:path";
import {
  type PriceProtocol,
  type PriceStandIn,
  priceStandIn,
} from "@sevenfold/adapters-broker/prices/testing/price-stand-in";
import { speakAlpaca } from "@sevenfold/adapters-broker/prices/testing/speak-alpaca";
import { speakTwelveData } from "@sevenfold/adapters-broker/prices/testing/speak-twelve-data";
import { instant } from "@sevenfold/domain/market";
import { instantAt } from "@sevenfold/domain/new-york-time";
import { bypass, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { loadBars } from "../bars/load-bars.ts";
import { folder } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledRequest: "error" }));
afterAll(() => network.close());
afterEach(() => {
  network.resetHandlers();
  vi.unstubAllEnvs();
});

const DAY_MS = 86_400_000;
const dayOf = (text: string) => Date.parse(text) / DAY_MS;
const DAYS = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08"];
const SPLIT_DAY = instantAt(dayOf("2024-01-08"), 0);
const START = ["--start", "2024-01-02", "--end", "2024-01-08"] as const;

/** The provider's host is answered by a stand-in that speaks its protocol over a socket. */
async function standingIn(host: string, protocol: PriceProtocol): Promise<PriceStandIn> {
  const standIn = await priceStandIn(protocol, () => instant(Date.parse("2024-01-09T20:00:00Z")));
  onTestFinished(() => standIn.close());
  network.use(
    http.get(`https://${host}/*`, async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const wanted = new Request(standIn.url + pathname + search, { headers: request.headers });
      const answer = await fetch(bypass(wanted));
      return new HttpResponse(await answer.text(), {
        status: answer.status,
        headers: { "content-type": "application/json" },
      });
    }),
  );
  const { market } = standIn;
  market.list("ABC", 100);
  const stock = market.stock("ABC");
  for (const [index, text] of DAYS.entries()) {
    const start = instantAt(dayOf(text), 0);
    // Four for one on the last day: as they were traded, and adjusted by who says so.
    const price = start < SPLIT_DAY ? 400 + index * 4 : 101;
    stock.days.push({
      start,
      open: price,
      high: price + 4,
      low: price - 4,
      close: price,
      volume: 8,
    });
  }
  for (const minute of [0, 1, 2]) {
    const start = instant(Date.parse("2024-01-03T14:30:00Z") + minute * 60_000);
    stock.minutes.push({ start, open: 100, high: 101, low: 99, close: 100.25, volume: 50 });
  }
  stock.splits.set(SPLIT_DAY, 4);
  return standIn;
}

const closesIn = async (data: string) => {
  const { columns } = await loadBars([data], [], { zone: "UTC", session: "data" });
  return [...columns[0]!.close].map((units) => units / 10_000);
};

it("says of a first day in the future that there is nothing to fetch of it yet", async () => {
  const { exitCode, stderr } = await sevenfold("data", "fetch", "ABC", "--start", "2999-01-02");

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/--start 2999-01-02 lies after \d{4}-\d\d-\d\d, the last day there is/);
});

describe.each([
  {
    from: "twelve-data",
    host: "api.twelvedata.com",
    keys: { TWELVE_DATA_KEY: "key-of-nobody" },
    protocol: () => speakTwelveData("key-of-nobody"),
    name: "Twelve Data",
  },
  {
    from: "alpaca",
    host: "data.alpaca.markets",
    keys: { ALPACA_DATA_KEY: "id", ALPACA_DATA_SECRET: "secret" },
    protocol: () => speakAlpaca({ keyId: "id", secretKey: "secret" }),
    name: "Alpaca",
  },
])("sevenfold data fetch --from $from", ({ from, host, keys, name, protocol }) => {
  const fetched = (data: string, ...more: readonly string[]) =>
    sevenfold("data", "fetch", "ABC", "--from", from, "--data", data, ...START, ...more);
  const withKeys = () => {
    for (const [key, value] of Object.entries(keys)) vi.stubEnv(key, value);
  };

  it("keeps its days, adjusted for splits, over all its pages", async () => {
    withKeys();
    await standingIn(host, protocol());
    const data = join(folder, `fetch-days-${from}`);
    const { exitCode, stderr, stdout } = await fetched(data);

    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("ABC 1d: 5 rows, 2024-01-02 to 2024-01-08, split; 5 new");
    expect(await closesIn(data)).toEqual([100, 101, 102, 103, 101]);
    const listed = await sevenfold("data", "list", "--data", data);
    expect(listed.stdout).toContain(name);
  });

  it("counts what is new on all its pages", async () => {
    withKeys();
    const { market } = await standingIn(host, protocol());
    const early = { open: 100, high: 104, low: 96, close: 100, volume: 8 };
    market.stock("ABC").days.unshift({ start: instantAt(dayOf("2016-01-04"), 0), ...early });
    const data = join(folder, `fetch-count-${from}`);

    expect((await fetched(data, "--start", "2016-01-04")).stdout).toContain("; 6 new, in ");
  });

  it("keeps its minutes, and finds nothing new the second time", async () => {
    withKeys();
    await standingIn(host, protocol());
    const data = join(folder, `fetch-minutes-${from}`);

    expect((await fetched(data, "--interval", "1m")).stdout).toMatch(/ABC 1m: 3 rows, .*; 3 new/);
    expect(await closesIn(data)).toEqual([100.25, 100.25, 100.25]);
    expect((await fetched(data, "--interval", "1m")).stdout).toMatch(/; 0 new|nothing new/);
  });

  it("says in one line what the provider refuses, and keeps nothing", async () => {
    withKeys();
    const standIn = await standingIn(host, protocol());
    standIn.breakCalls("wrong-key");
    const data = join(folder, `fetch-refused-${from}`);
    const { exitCode, stderr } = await fetched(data);

    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(new RegExp(`${name}.* gives no bars of ABC: `));
    for (const secret of Object.values(keys).filter((key) => key.length > 3))
      expect(stderr).not.toContain(secret);
    expect((await sevenfold("data", "list", "--data", data)).stdout).not.toContain("ABC");
  });

  it("asks for the key that is missing", async () => {
    for (const key of Object.keys(keys)) vi.stubEnv(key, "");
    const { exitCode, stderr } = await fetched(join(folder, `fetch-keyless-${from}`));

    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`set ${Object.keys(keys)[0]}`)]);
  });
});
