import { describe, expect, it } from "vitest";

import { configurationFrom } from "./configuration.ts";

const ALPACA = { ALPACA_DATA_KEY: "PK1", ALPACA_DATA_SECRET: "s" };
const pricesIn = (env: Record<string, string>) => configurationFrom(env).prices;

describe("the providers of real prices", () => {
  it("are, without any key, those that take none, and none of them is traded on", () => {
    expect(pricesIn({})).toMatchObject({ providers: ["yahoo"], forOrders: [] });
    expect(configurationFrom({}).live.hasRealPrices).toBe(false);
  });

  it("are those that have their keys, and Alpaca's prices are traded on", () => {
    const env = { ...ALPACA, TIINGO_TOKEN: "t", TWELVE_DATA_KEY: "k", ALPACA_DATA_FEED: "sip" };
    expect(pricesIn(env)).toMatchObject({
      providers: ["alpaca", "yahoo", "twelve-data", "tiingo"],
      forOrders: ["alpaca"],
      alpaca: { keyId: "PK1", secretKey: "s", feed: "sip" },
    });
    expect(configurationFrom(env).live.hasRealPrices).toBe(true);
  });

  it("are those that are named, in that order, or none", () => {
    const env = { ...ALPACA, TIINGO_TOKEN: "t" };
    expect(pricesIn({ ...env, PRICE_PROVIDERS: "Tiingo, alpaca" }).providers).toEqual([
      "tiingo",
      "alpaca",
    ]);
    expect(pricesIn({ ...env, PRICE_PROVIDERS: "none" })).toMatchObject({
      providers: [],
      forOrders: [],
    });
  });

  it("may be traded on where it is said so", () => {
    expect(pricesIn({ PRICES_FOR_ORDERS: "yahoo" }).forOrders).toEqual(["yahoo"]);
    expect(pricesIn({ ...ALPACA, PRICES_FOR_ORDERS: "none" }).forOrders).toEqual([]);
  });

  it("are none beside a stand-in for a venue, unless its own prices are read", () => {
    const standIn = { ALPACA_PAPER_URL: "http://127.0.0.1:9" };
    expect(pricesIn(standIn).providers).toEqual([]);
    expect(pricesIn({ ...standIn, ...ALPACA }).providers).toContain("alpaca");
  });

  it.each([
    [{ PRICE_PROVIDERS: "google" }, "PRICE_PROVIDERS must be some of alpaca, yahoo"],
    [{ PRICE_PROVIDERS: "yahoo,yahoo" }, "each once"],
    [{ PRICE_PROVIDERS: "yahoo,none" }, "PRICE_PROVIDERS must be some of"],
    [
      { PRICE_PROVIDERS: "tiingo" },
      "PRICE_PROVIDERS names tiingo, whose key is missing: set TIINGO",
    ],
    [{ ALPACA_DATA_KEY: "PK1" }, "ALPACA_DATA_KEY and ALPACA_DATA_SECRET go together"],
    [{ ALPACA_DATA_FEED: "otc" }, "ALPACA_DATA_FEED must be iex or sip"],
    [{ PRICES_FOR_ORDERS: "alpaca" }, "PRICES_FOR_ORDERS names alpaca, which PRICE_PROVIDERS"],
  ])("are refused with words: %j", (env, words) => {
    expect(() => pricesIn(env)).toThrow(words);
  });
});
