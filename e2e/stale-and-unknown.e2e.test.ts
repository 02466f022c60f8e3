import { randomBytes } from "node:crypto";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { chromiumPath, keptOnScreen, launchBrowser } from "./browser.ts";
import { AGAIN, becomeDemo, PASSWORD } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** A worker is taken for dead after half a minute, its lease ends sooner. */
const PATIENCE = { timeout: 240_000, interval: 200 };
const WITHIN = { timeout: PATIENCE.timeout };

/** One that serves, one that trades, and the exchange: each can be taken away by itself. */
describe.skipIf(chromiumPath === undefined || !canTestOnPostgres())(
  "what is stale or unknown",
  () => {
    let postgres: TestPostgres;
    let exchange: RunningProduct;
    let api: RunningProduct;
    let worker: RunningProduct;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;

    beforeAll(async () => {
      postgres = await startTestPostgres();
      exchange = await startProduct({}, ["exchange", "--requests-per-minute", "100000"]);
      const common = {
        CREDENTIALS_KEY: randomBytes(32).toString("base64"),
        DATABASE_URL: await postgres.newDatabase(),
        EXCHANGE_URL: exchange.url,
      };
      api = await startProduct(common, ["api"]);
      worker = await startProduct(common, ["worker"]);
      browser = await launchBrowser();
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await becomeDemo(context, api.url);
      page = await context.newPage();
      await page.goto(`${api.url}/dashboard`);
      await strip().getByText("Automation off").first().waitFor(WITHIN);
      await watchlist().getByText("Live data").first().waitFor(WITHIN);
    });

    afterAll(async () => {
      await browser?.close();
      for (const each of [worker, api, exchange]) await each?.dispose();
      await postgres?.stop();
    });

    const strip = () => page.getByRole("region", { name: "Trading state" });
    const watchlist = () => page.getByRole("region", { name: /Stock Watchlist \(85/ });
    const agent = () => page.getByRole("region", { name: "AI Trading Agent" });
    const read = async (path: string) =>
      (await context.request.get(`${api.url}${path}`, AGAIN)).json();
    const post = (path: string, data: object) =>
      context.request.post(`${api.url}${path}`, {
        data,
        headers: { origin: api.url, "x-requested-with": "sevenfold" },
      });

    it("goes on by asking when the stream is cut, with figures that move", async () => {
      await page.route("**/api/live", (route) => route.abort());
      await page.reload();
      await watchlist().getByText("$").first().waitFor();

      const before = await watchlist().innerText();
      await expect.poll(() => watchlist().innerText(), PATIENCE).not.toBe(before);
      await page.unroute("**/api/live");
      await page.reload();
      await watchlist().getByText("Live data").first().waitFor();
    });

    it("is said everywhere at once when the worker has died, with an alarm", async () => {
      await worker.kill();

      const alarm = page.getByRole("alert").filter({ hasText: "Trading worker offline" });
      await alarm.waitFor(WITHIN);
      expect(await page.title()).toMatch(/^⚠ Dashboard/);
      await strip().getByText("Worker offline").first().waitFor();
      await strip().getByText("Cached").first().waitFor();
      await agent().getByText("Offline", { exact: true }).waitFor();
      await expect.poll(() => watchlist().getByText("Live data").count()).toBe(1); // its legend
      const { market_data, worker_health } = await read("/api/worker/status");
      expect(market_data.state).toBe("cached");
      expect(worker_health.market_data_failover.overall_healthy).toBe(false);
      const [broker] = await read("/api/brokers");
      expect(broker.state).toEqual((await read("/api/account")).state);

      await page.goto(`${api.url}/monitoring`);
      const failover = page.getByRole("region", { name: "Market Data Failover" });
      await failover.getByText("Warning").waitFor();
      expect(await failover.getByText("Healthy", { exact: true }).count()).toBe(0);
    });

    it("knows what a manual order came to although no worker lives", async () => {
      await page.goto(`${api.url}/trades?view=orders`);
      const placed = await post("/api/orders", {
        symbol: "AAPL",
        side: "buy",
        orderType: "market",
        quantity: 1,
      });
      const { order } = await placed.json();

      await vi.waitFor(async () => {
        const rows: readonly { readonly clientKey: string; readonly status: string }[] =
          await read("/api/orders");
        const found = rows.find(({ clientKey }) => clientKey === order.clientKey);
        expect(found?.status).toBe("filled");
      }, PATIENCE);
      const row = page.getByRole("row").filter({ hasText: "AAPL" }).filter({ hasText: "You" });
      await row.first().getByText("Filled", { exact: true }).waitFor();
    });

    it("takes every open order back although no worker lives", async () => {
      for (const symbol of ["MSFT", "NVDA"])
        await post("/api/orders", {
          symbol,
          side: "buy",
          orderType: "limit",
          quantity: 1,
          limitPrice: 1,
        });
      await page.getByRole("button", { name: /^Cancel all 2 orders/ }).click();
      await page.getByRole("button", { name: "Cancel 2 orders" }).click();

      await page.getByText("2 canceled.").first().waitFor(WITHIN);
      expect((await read("/api/account")).openOrders).toBe(0);
      await page.keyboard.press("Escape");
    });

    it("ends its alarm by itself once a worker is back", async () => {
      await page.goto(`${api.url}/dashboard`);
      await strip().getByText("Worker offline").first().waitFor();
      await worker.restart();
      await strip().getByText("Automation off").first().waitFor(WITHIN);
      const firstRow = watchlist().getByRole("row").nth(1);
      await keptOnScreen(firstRow, watchlist().getByText("Live data").nth(1));

      await worker.kill();
      const alarm = page.getByRole("alert").filter({ hasText: "Trading worker offline" });
      await alarm.waitFor(WITHIN);
      await worker.restart();

      await alarm.waitFor({ state: "detached", ...WITHIN });
      expect(await page.title()).toBe("Dashboard · Sevenfold");
    });

    it("has no figure of an account that its broker has not shown: a dash, never zero", async () => {
      const other = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const headers = { origin: api.url, "x-requested-with": "sevenfold" };
      const joined = await other.request.post(`${api.url}/api/register`, {
        headers,
        data: {
          username: "waiting",
          email: "waiting@sevenfold.invalid",
          password: PASSWORD,
          brokerProvider: "etrade",
          brokerApiKey: "consumer-key-of-a-test",
          brokerSecretKey: "consumer-secret-of-a-test",
        },
      });
      expect(joined.ok()).toBe(true);
      const waiting = await other.newPage();
      await waiting.goto(`${api.url}/dashboard`);
      await waiting.getByRole("heading", { name: "Available Cash" }).waitFor();
      const account = await (await other.request.get(`${api.url}/api/account`, AGAIN)).json();
      expect(account).toMatchObject({ equity: null, cash: null, availableCash: null });
      const agentOfIt = waiting.getByRole("region", { name: "AI Trading Agent" });
      await agentOfIt.getByText(account.state.label, { exact: true }).waitFor();

      const main = waiting.locator("main");
      expect(await main.getByText("$0.00").count()).toBe(0);
      expect(await main.getByText("Ready to invest").count()).toBe(0);
      await other.close();
    });

    it("says that nothing came when the server has gone, and keeps the figures with their age", async () => {
      await page.goto(`${api.url}/portfolio`);
      await page.getByRole("heading", { name: "Total Value" }).waitFor();
      await page.getByRole("table", { name: "Active positions" }).waitFor();
      await api.kill();

      await page.getByRole("button", { name: "Refresh", exact: true }).click();

      await page.getByText("Refresh Failed").first().waitFor();
      expect(await page.getByText("Portfolio Refreshed").count()).toBe(0);
      await page
        .getByText(/^As of .* ET/)
        .first()
        .waitFor();
      await api.restart();
    });
  },
);
