import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { YAHOO_SETTINGS } from "@sevenfold/adapters-broker/prices/yahoo/yahoo-charts";
import type { Ticker } from "@sevenfold/domain/market";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Closing } from "./closing.ts";
import { configurationFrom } from "./configuration.ts";
import { openContainer } from "./container.ts";
import { tokens } from "./tokens.ts";

const CHARTS = `${YAHOO_SETTINGS.url}/v8/finance/chart/:symbol`;
const ABNB = "ABNB" as Ticker;
const closing = new Closing();
const asked: string[] = [];
const yahoo = setupServer();

beforeAll(() => yahoo.listen({ onUnhandledRequest: "bypass" }));
afterAll(() => yahoo.close());
afterEach(async () => {
  asked.length = 0;
  await closing.close();
  yahoo.resetHandlers();
});

async function companies(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-company-names-"));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const given = { DATA_DIR: folder, LOG_LEVEL: "silent", ...env };
  return (await openContainer(configurationFrom(given), closing)).get(tokens.companies);
}

function yahooSays(answer: () => Response): void {
  yahoo.use(
    http.get(CHARTS, ({ params }) => {
      asked.push(String(params.symbol));
      return answer();
    }),
  );
}

const chartOf = (symbol: string, longName: string) => () =>
  HttpResponse.json({
    chart: {
      result: [
        {
          meta: { currency: "USD", symbol, exchangeTimezoneName: "America/New_York", longName },
          indicators: { quote: [{}] },
        },
      ],
      error: null,
    },
  });

describe("what the product calls companies that it does not ship", () => {
  it("is their name at Yahoo, asked once, where Yahoo is among the providers", async () => {
    yahooSays(chartOf("ABNB", "Airbnb, Inc."));
    const known = await companies({});
    const named = { ticker: ABNB, name: "Airbnb, Inc.", sector: "Unknown" };

    expect(await known.of([ABNB])).toEqual([named]);
    expect(await known.of([ABNB])).toEqual([named]);
    expect(asked).toEqual(["ABNB"]);
  });

  it("is the ticker alone while Yahoo does not answer as it should", async () => {
    yahooSays(() => HttpResponse.text("Too Many Requests", { status: 429 }));
    const known = await companies({});

    expect(await known.of([ABNB])).toMatchObject([{ name: "ABNB" }]);
    expect(asked).toEqual(["ABNB"]);
  });

  it("is the ticker, and nobody is asked, where Yahoo is not among the providers", async () => {
    yahooSays(chartOf("ABNB", "Airbnb, Inc."));
    const known = await companies({ PRICE_PROVIDERS: "none" });

    expect(await known.of([ABNB])).toMatchObject([{ name: "ABNB" }]);
    expect(asked).toEqual([]);
  });
});
