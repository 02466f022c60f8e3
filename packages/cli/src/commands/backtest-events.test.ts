import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { csv, documentOf, folder } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const DAYS = [
  "2024-01-02,100,101,99,100",
  "2024-01-03,102,103,101,102",
  "2024-01-04,104,105,103,104",
  "2024-01-05,106,107,95,96",
  "2024-01-08,96,97,95,96",
];

const events = async (name: string, handlers: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(
    path,
    `export const strategy = { forEvents({ trading, symbols, indicators }) { ${handlers} } };`,
  );
  return path;
};

const BRACKET = `{ symbol: bar.symbol, side: "buy", shares: 10, takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 98 } }`;

describe("sevenfold backtest --strategy with events", () => {
  it("sends the orders that the file words, and reports them like any other's", async () => {
    const bars = await csv("events.csv", DAYS);
    const path = await events(
      "bracket.js",
      `return { onBar(bar) { if (trading.order(1) === undefined) trading.submit(${BRACKET}); } };`,
    );

    const document = await documentOf(bars, "--strategy", path);

    expect(document.trades).toMatchObject([
      { side: "buy", shares: 10, price: 102, reason: "target-raised" },
      { side: "sell", shares: 10, price: 98, reason: "stop-loss" },
    ]);
    expect(document.canceled).toMatchObject([
      { canceledBecause: "the other order of its pair was filled" },
    ]);
  });

  it.each([
    [
      "an order of nothing",
      "trading.submit({ symbol: 'ZZZ' })",
      "it orders ZZZ, of which there are no bars",
    ],
    [
      "a price that is none",
      "trading.submit({ symbol: bar.symbol, side: 'buy', shares: 1, type: 'limit' })",
      "limitPrice is undefined, not a price in dollars",
    ],
    [
      "a text for a number",
      "trading.submit({ symbol: bar.symbol, side: 'buy', shares: '10' })",
      'the shares are "10", not a whole number from 1 to 1000000000',
    ],
    ["a throw", "throw new Error('no idea')", "no idea"],
  ])("ends the run with a sentence for %s", async (_, body, words) => {
    const bars = await csv("wrong.csv", DAYS);
    const path = await events("wrong.js", `return { onBar(bar) { ${body}; } };`);

    const { exitCode, stderr } = await sevenfold("backtest", bars, "--strategy", path);

    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      `at the close of WRONG of 2024-01-02T21:00:00.000Z it throws: ${words}`,
    );
  });

  it.each([
    ["--limits=none", `{ symbol: "POOR", side: "buy", shares: 9999 }`, "market cash"],
    [
      "--min-cash-reserve=99990",
      `{ symbol: "POOR", side: "buy", shares: 1 }`,
      "market cash-reserve",
    ],
    [
      "--limits=none",
      `{ symbol: "POOR", side: "sell", shares: 1, type: "oco", takeProfit: { limitPrice: 110 }, stopLoss: { stopPrice: 90 } }`,
      "oco not-held",
    ],
  ])("tells with %s what denied %s", async (flag, order, words) => {
    const bars = await csv("poor.csv", DAYS);
    const path = await events(
      "poor.js",
      `return { onBar() { trading.submit(${order}); }, onOrder({ type, because }) { throw new Error(type + " " + because); } };`,
    );

    const { stderr } = await sevenfold("backtest", bars, "--strategy", path, flag);

    expect(stderr).toContain(`it throws: ${words}\n`);
  });

  it("names the indicators that there are", async () => {
    const bars = await csv("unknown.csv", DAYS);
    const path = await events("hull.js", "indicators.hull(9); return {};");

    const { stderr } = await sevenfold("backtest", bars, "--strategy", path);

    expect(stderr).toContain("there is no indicator hull; there are sma, ema, rsi, macd,");
  });

  it("knows no event by another name", async () => {
    const bars = await csv("unknown.csv", DAYS);
    const path = await events("unknown.js", "return { onTick() {} };");
    const { stderr } = await sevenfold("backtest", bars, "--strategy", path);
    expect(stderr).toContain(
      "there is no event onTick; there are onStart, onBar, onBars, onFill, onOrder",
    );
  });

  it("hands out nothing that leads to the machine", async () => {
    const bars = await csv("wall.csv", DAYS);
    const path = await events(
      "wall.js",
      `const found = [];
       const look = (value) => {
         try { found.push(value.constructor.constructor("return typeof process")()); }
         catch (error) { found.push(error.constructor.constructor === (() => {}).constructor ? "-" : "out"); }
       };
       return {
         onStart() { look(trading); look(trading.submit); look(symbols); look(indicators.sma(2)); },
         onBar(bar) {
           look(bar);
           if (trading.order(1) === undefined) trading.submit(${BRACKET});
           look(trading.openOrders()); look(trading.order(1));
           try { trading.submit(1); } catch (error) { look(error); }
           if (bar.day === "2024-01-08") throw new Error(found.join(""));
         },
         onBars: look, onFill: look, onOrder: look,
       };`,
    );
    const { stderr } = await sevenfold("backtest", bars, "--strategy", path);
    expect(stderr).toMatch(/it throws: -{20,}\n/);
  });
});
