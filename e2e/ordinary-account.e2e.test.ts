import type { ActivityView } from "@sevenfold/contract/activities";
import type { MarketPanelView, QuoteView } from "@sevenfold/contract/market";
import type { AccountView, PositionView } from "@sevenfold/contract/portfolio";
import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { instant } from "@sevenfold/domain/market";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { AGAIN } from "./member.ts";
import {
  type AlpacaStandIn,
  type PaperKeys,
  startAlpacaStandIn,
} from "./ordinary-account/alpaca-stand-in.ts";
import { OPTION_SPREAD, SHORT, spreadOrder } from "./ordinary-account/foreign-rows.ts";
import { startYahooStandIn, type YahooStandIn } from "./ordinary-account/yahoo-stand-in.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** A provider is gone back to after a minute; the broker is asked at least once a minute. */
const PATIENCE = { timeout: 200_000, interval: 250 };
/** How long after the opening the journey begins: the day has hours left on any trading day. */
const AFTER_OPENING_MS = 90 * 60_000;
const HOOK = new URL("ordinary-account/elsewhen-hook.mjs", import.meta.url).href;

/** A stand-in for Alpaca with a market of its own, and one for Yahoo that shows the same market. */
describe.skipIf(chromiumPath === undefined)("an ordinary account at Alpaca", () => {
  const now = instant(Date.now());
  const shiftMs = NYSE_CALENDAR.nextSession(now).opens + AFTER_OPENING_MS - now;
  const elsewhen = { NODE_OPTIONS: `--import ${HOOK}`, SHIFT_MS: String(shiftMs) };
  let alpaca: AlpacaStandIn;
  let yahoo: YahooStandIn;
  let product: RunningProduct;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: readonly string[];
  let keys: PaperKeys;

  beforeAll(async () => {
    alpaca = await startAlpacaStandIn(elsewhen);
    const dataKeys = await alpaca.openAccount();
    keys = await alpaca.openAccount();
    yahoo = await startYahooStandIn(async (symbol) => {
      type Latest = { readonly trade: { readonly p: number; readonly t: string } };
      const path = `/v2/stocks/${symbol}/trades/latest`;
      const told = await alpaca.read<Latest>(path, dataKeys).catch(() => undefined);
      return told && { dollars: told.trade.p, at: Date.parse(told.trade.t) };
    });
    product = await startProduct({
      ...elsewhen,
      STAND_INS: JSON.stringify({ "query1.finance.yahoo.com": yahoo.url }),
      ALPACA_PAPER_URL: alpaca.url,
      ALPACA_DATA_KEY: dataKeys.keyId,
      ALPACA_DATA_SECRET: dataKeys.secretKey,
      LOG_LEVEL: "info",
    });
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    complaints = complaintsOf(page);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
    await alpaca?.close();
    await yahoo?.close();
  });

  async function read<Answer>(path: string): Promise<Answer> {
    const answer = await context.request.get(`${product.url}${path}`, AGAIN);
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
  const cash = async () => (await read<AccountView>("/api/account")).cash;
  const held = async (wanted: string) =>
    (await read<readonly PositionView[]>("/api/positions")).find(({ ticker }) => ticker === wanted);
  const sharesOf = async (ticker: string) => (await held(ticker))?.shares ?? 0;
  const theirCash = async () =>
    Number((await alpaca.read<{ readonly cash: string }>("/v2/account", keys)).cash);
  const kinds = async () => {
    const { rows } = await read<{ readonly rows: readonly ActivityView[] }>("/api/activities");
    return rows.map(({ kind }) => kind);
  };
  const status = () => read<WorkerStatusView>("/api/worker/status");
  const providerInUse = async () =>
    Object.entries((await status()).worker_health.market_data_failover.api_health).find(
      ([, { in_use }]) => in_use,
    )?.[0];

  const refusalOfBuying = async (symbol: string) => {
    const answer = await context.request.post(`${product.url}/api/orders`, {
      data: { symbol, side: "buy", quantity: 1, orderType: "market" },
      headers: { origin: product.url, "x-requested-with": "sevenfold" },
    });
    expect(answer.ok()).toBe(false);
    return answer.text();
  };

  async function openTicket(ticker: string) {
    await page.goto(`${product.url}/dashboard?trade=${ticker}&side=buy`);
    const ticket = page.getByRole("dialog", { name: "Quick Trade" });
    await ticket.getByText(/^Bid/).waitFor();
    return ticket;
  }

  it("is connected with keys of the paper account, and shows its cash", async () => {
    await page.goto(`${product.url}/auth`);
    await page.getByRole("tab", { name: "Sign Up" }).click();
    // The form of those who have an account has fields of the same names.
    await page.getByText("Step 1 of 2").waitFor();
    await page.getByLabel("Username").fill("ordinary");
    await page.getByLabel("Email").fill("ordinary@sevenfold.invalid");
    await page.getByLabel("Password", { exact: true }).fill("four unrelated garden words");
    await page.getByRole("button", { name: "Continue to Broker Setup" }).click();
    await page.getByRole("radio", { name: /Alpaca/ }).click();
    await page.getByLabel("API Key").fill(keys.keyId);
    await page.getByRole("textbox", { name: "Secret Key" }).fill(keys.secretKey);
    await page.getByRole("button", { name: "Complete Registration" }).click();

    await page.waitForURL("**/dashboard");
    await expect.poll(cash, PATIENCE).toBe(100_000);
  });

  it("is shown the prices of its own market, and not those of the built-in exchange", async () => {
    const trade = () =>
      alpaca.read<{ readonly trade: { readonly p: number } }>(
        "/v2/stocks/AAPL/trades/latest",
        keys,
      );
    const quote = () => read<QuoteView>("/api/market/quote/AAPL");
    await expect.poll(async () => (await quote()).provider, PATIENCE).toMatch(/^Alpaca/);

    const { p } = (await trade()).trade;
    const { price } = await quote();
    expect(Math.abs(price / p - 1)).toBeLessThan(0.01);
    const { rows } = await read<MarketPanelView>("/api/market/panel");
    const builtIn = rows.find(({ ticker }) => ticker === "AAPL");
    expect(Math.abs(builtIn!.price! / p - 1)).toBeGreaterThan(0.02);
  });

  it("is told in the ticket that a quote is wide, and books what it pays all the same", async () => {
    const wide = { symbol: "AMZN", from: "+0s", until: "+1h", percent: 6 };
    await alpaca.control("POST", "/market", { spreads: [wide] });
    const ticket = await openTicket("AMZN");
    await ticket.getByText(/Wide quote: .*At market it buys near the ask/).waitFor();
    await ticket.getByRole("button", { name: "Buy AMZN" }).click();

    await expect.poll(() => sharesOf("AMZN"), PATIENCE).toBe(1);
    const { avgCostBasis } = (await held("AMZN"))!;
    const { price } = await read<QuoteView>("/api/market/quote/AMZN");
    expect(avgCostBasis / price - 1).toBeGreaterThan(0.02);
  });

  it("is shown that the exchange halted a stock, buys nothing of it, and may again once it is quoted", async () => {
    const halt = { symbol: "NVDA", from: "+0s", until: "+15s", reason: "T1" };
    await alpaca.control("POST", "/market", { halts: [halt] });
    await page.goto(`${product.url}/monitoring`);
    await page.getByText(/Halted by their exchange: NVDA/).waitFor();
    expect(await refusalOfBuying("NVDA")).toContain("halted");
    const halts = async () => (await status()).market_data.halts;
    await expect.poll(halts, PATIENCE).toEqual([]);
    await page.getByText(/Halted by their exchange/).waitFor({ state: "detached" });
  });

  it("buys ten shares by the ticket", async () => {
    const ticket = await openTicket("AAPL");
    await ticket.getByLabel("Quantity", { exact: true }).fill("10");
    await ticket.getByRole("button", { name: "Buy AAPL" }).click();
    await page.getByText("Order Placed Successfully").first().waitFor();

    await expect.poll(() => sharesOf("AAPL"), PATIENCE).toBe(10);
  });

  // What is waited for longest is begun here: a clock is compared and a broker asked once a minute.
  it("loses its prices and the right time in mid-session, and goes on on another's", async () => {
    await expect.poll(providerInUse, PATIENCE).toMatch(/^Alpaca/);
    alpaca.tellClock(90_000);
    alpaca.showBeside("/v2/positions", [SHORT, ...OPTION_SPREAD]);
    alpaca.showBeside("/v2/orders", [spreadOrder(new Date(Date.now() + shiftMs))]);
    const away = { does: "status", status: 503 };
    await alpaca.control("PUT", "/faults", {
      faults: [
        { on: "prices", does: "kill" },
        { on: "GET /v2/iex", ...away },
        { on: "* /v2/stocks/*", skip: 0, ...away },
      ],
    });
    await page.goto(`${product.url}/monitoring`);
    await expect.poll(providerInUse, PATIENCE).toBe("Yahoo");
    await page.getByText("Secondary: Yahoo").waitFor();
    await page
      .getByText(/For personal use only/)
      .first()
      .waitFor();
    // Prices that are asked for now and then are shown, and nothing is bought on them.
    await expect.poll(async () => (await status()).market_data.state, PATIENCE).toBe("shown");
    expect(await refusalOfBuying("MSFT")).toContain("late or away");
  });

  it("is told of a deposit, a fee, a dividend, a split and another name, which its books take to the cent", async () => {
    const before = (await held("AAPL"))!;
    const path = `/accounts/${keys.accountId}/activities`;
    await alpaca.control("POST", path, { kind: "deposit", amount: "250.07" });
    await alpaca.control("POST", path, { kind: "fee", amount: "-1.13" });
    // Its prices are there again with it.
    await alpaca.goOnWith({
      dividends: [{ symbol: "AAPL", at: "+2s", perShare: "0.83" }],
      splits: [{ symbol: "AAPL", at: "+5s", from: 1, to: 2 }],
    });

    await expect.poll(() => sharesOf("AAPL"), PATIENCE).toBe(20);
    const all = ["deposit", "fee", "dividend", "split"];
    await expect.poll(kinds, PATIENCE).toEqual(expect.arrayContaining(all));
    expect((await held("AAPL"))!.costBasis).toBe(before.costBasis);
    await expect.poll(async () => (await cash()) === (await theirCash()), PATIENCE).toBe(true);

    await alpaca.control("POST", path, { kind: "name-change", symbol: "AMZN", into: "GOOGL" });
    await expect.poll(() => sharesOf("GOOGL"), PATIENCE).toBe(1);
    expect(await kinds()).toContain("name-change");

    await page.goto(`${product.url}/trades?view=activities`);
    for (const words of [/dividend/i, /split/i, /deposit/i, /fee/i, /AMZN became GOOGL/])
      await page.getByText(words).first().waitFor();
  });

  it("holds a short and a spread that are shown, valued, and never traded", async () => {
    await page.goto(`${product.url}/portfolio`);
    const elsewhere = page.getByRole("table", { name: "Held elsewhere" });
    await elsewhere.getByText("NVDA").waitFor({ timeout: PATIENCE.timeout });
    await page
      .getByRole("table", { name: "Orders placed elsewhere" })
      .getByRole("cell", { name: "Several legs", exact: true })
      .waitFor();

    expect(await refusalOfBuying("NVDA")).toContain("sold short at your broker");
  });

  it("is held back by the wrong time, and has that and its own prices back", async () => {
    await expect
      .poll(async () => (await status()).reductions, PATIENCE)
      .toMatchObject([{ reason: "clock-differs" }]);
    alpaca.tellClock(0);
    await expect.poll(async () => (await status()).reductions, PATIENCE).toEqual([]);
    await expect.poll(providerInUse, PATIENCE).toMatch(/^Alpaca/);
    await expect.poll(async () => (await status()).market_data.state, PATIENCE).toBe("live");
  });

  it("ends with books that are the venue's to the cent, and nothing unexplained", async () => {
    type Held = { readonly symbol: string; readonly qty: string };
    const theirs = await alpaca.read<readonly Held[]>("/v2/positions", keys);
    const ours = await read<readonly PositionView[]>("/api/positions");
    expect(Object.fromEntries(ours.map(({ shares, ticker }) => [ticker, shares]))).toEqual(
      Object.fromEntries(theirs.map(({ qty, symbol }) => [symbol, Number(qty)])),
    );
    expect(await cash()).toBe(await theirCash());
    await expect.poll(async () => (await status()).reductions, PATIENCE).toEqual([]);
    expect(complaints.filter((line) => !/(401|409|422|502|503) \(/.test(line))).toEqual([]);
  });
});
