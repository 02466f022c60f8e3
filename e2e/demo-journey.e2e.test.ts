import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { AGAIN } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/**
 * Prices follow the clock. At nearly every minute of a year some stock has crossed its trigger
 * already or does within two minutes; a test waits for the exception too.
 */
const FIRST_TRADE_MS = 480_000;
/** A list has the newest orders: a journey that made more would miss the first. */
const ORDERS_LISTED = 500;

interface OrderRow {
  readonly clientKey: string;
  readonly status: string;
  readonly filled: number;
  readonly origin: string;
}

describe.skipIf(chromiumPath === undefined)("a demo trader", () => {
  let product: RunningProduct;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    complaints = complaintsOf(page);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  it("comes to the dashboard with one click, where prices move", async () => {
    await page.goto(product.url);
    await page.getByRole("button", { name: "Demo Trader" }).first().click();
    await page.waitForURL("**/dashboard");
    await page.getByText("Demo access granted").waitFor();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();

    const watchlist = page.getByRole("region", { name: /Stock Watchlist \(85/ });
    await watchlist.getByText("$").first().waitFor();
    // Prices move on the screen only, and what loads above the list pushes it down.
    const shown = async () => {
      await watchlist.getByRole("row").nth(1).scrollIntoViewIfNeeded();
      return watchlist.innerText();
    };
    const before = await shown();
    await expect.poll(shown).not.toBe(before);
  });

  it("switches the AI Trading Agent on and soon finds an automated trade with its reason", async () => {
    await page.getByRole("switch", { name: "Automatic trading" }).click();
    await page.getByRole("button", { name: "Turn on", exact: true }).click();
    await page.getByText("Active", { exact: true }).first().waitFor();

    const trades = page.getByRole("region", { name: "Recent Trades" });
    const orders = () => ordersOf(page);
    await expect
      .poll(async () => (await orders()).filter(({ filled }) => 0 < filled).length, {
        timeout: FIRST_TRADE_MS,
        interval: 500,
      })
      .toBeGreaterThan(0);
    await trades
      .getByText(/(Bought|Sold) because/)
      .first()
      .waitFor();
  });

  it("buys by hand and sees the position", async () => {
    await page.getByRole("button", { name: "Quick Trade" }).click();
    const ticket = page.getByRole("dialog");
    // A share that the cash pays for which the agent leaves at any hour.
    await ticket.getByLabel("Symbol").selectOption("WMT");
    await ticket.getByLabel("Quantity", { exact: true }).fill("1");
    await ticket.getByRole("button", { name: "Buy WMT" }).click();
    await page.getByText("Order Placed Successfully").waitFor();
    await ticket.waitFor({ state: "hidden" });

    const bought = async () =>
      (await ordersOf(page)).find(({ origin }) => origin === "manual")?.filled;
    await expect.poll(bought).toBe(1);
    await page.getByRole("link", { name: "Portfolio" }).first().click();
    await page.waitForURL("**/portfolio");
    await page.getByRole("row", { name: /^WMT/ }).waitFor();
  });

  it("finds everything back after a crash, no order sent twice", async () => {
    const before = await ordersOf(page);
    await product.kill();
    await product.restart();
    await page.goto(`${product.url}/dashboard`);
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();

    const after = await ordersOf(page);
    expect(after.length).toBeLessThan(ORDERS_LISTED);
    const keys = after.map(({ clientKey }) => clientKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { clientKey, filled } of before)
      expect(after.find((order) => order.clientKey === clientKey)?.filled).toBeGreaterThanOrEqual(
        filled,
      );
    expect((await read<{ enabled: boolean }>(page, "/api/worker/status")).enabled).toBe(true);
  });

  it("stops the agent with one click and signs out", async () => {
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByText("Inactive").first().waitFor();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL((address) => !address.pathname.startsWith("/dashboard"));
    expect((await page.request.get(`${product.url}/api/user`, AGAIN)).status()).toBe(401);
    // Said only to whom it happens, not to who wanted it.
    await expect.poll(() => page.getByText("Your demo has ended").count()).toBe(0);
  });

  it("heard no complaint on the console but of the moment the server was away", () => {
    const others = complaints.filter(
      (complaint) => !/ERR_CONNECTION|Failed to load resource|ERR_INCOMPLETE/.test(complaint),
    );
    expect(others).toEqual([]);
  });
});

const ordersOf = (page: Page) =>
  read<readonly OrderRow[]>(page, `/api/orders?limit=${ORDERS_LISTED}`);

/** As the page itself would read it, with its cookie. */
async function read<View>(page: Page, path: string): Promise<View> {
  const response = await page.request.get(new URL(path, page.url()).href, AGAIN);
  if (!response.ok()) throw new Error(`${path}: ${response.status()}`);
  return (await response.json()) as View;
}
