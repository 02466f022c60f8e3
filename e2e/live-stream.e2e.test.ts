import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, keptOnScreen, launchBrowser } from "./browser.ts";
import { type LiveProxy, openLiveProxy } from "./live-proxy.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** What the strip's data age says when it is pointed at. */
const LIVE = "Prices come as they are made.";
const SILENT = /^The live stream is silent/;
const NO_ANSWER = /^Sevenfold does not answer/;

describe.skipIf(chromiumPath === undefined)("a live stream behind a proxy", () => {
  let product: RunningProduct;
  let proxy: LiveProxy;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    product = await startProduct();
    proxy = await openLiveProxy(product.url);
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    await page.goto(proxy.url);
    await page.getByRole("button", { name: "Demo Trader" }).first().click();
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
    await strip(page, LIVE);
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await product?.dispose();
  });

  const quickTrade = () => page.getByRole("button", { name: "Quick Trade" });
  /** Prices move rows on the screen only: it is scrolled to first. */
  const firstRow = () => page.getByRole("region", { name: "Stocks" }).getByRole("row").nth(1);

  it("is the same in a window that comes later", async () => {
    const later = await context.newPage();
    await later.goto(`${proxy.url}/dashboard`);
    await strip(later, LIVE);

    const countOf = (of: Page) =>
      of.getByRole("region", { name: "Stocks" }).getByRole("row").count();
    await expect.poll(async () => (await countOf(later)) === (await countOf(page))).toBe(true);
    await later.close();
  });

  it("that says nothing any more is noticed: prices are asked for, with their age", async () => {
    await keptOnScreen(firstRow(), firstRow().getByTitle("Live data"));
    proxy.swallow();
    await strip(page, SILENT);
    await keptOnScreen(firstRow(), firstRow().getByTitle("Cached"));
    expect(await quickTrade().isEnabled()).toBe(true);

    const shown = async () => {
      await firstRow().scrollIntoViewIfNeeded();
      return firstRow().innerText();
    };
    const before = await shown();
    await expect.poll(shown, { timeout: 60_000 }).not.toBe(before);
  });

  it("leaves the ticket at what was read, and says of when that is", async () => {
    await page.goto(`${proxy.url}/dashboard?trade=AAPL&side=buy`);
    const ticket = page.getByRole("dialog", { name: "Quick Trade" });

    await ticket.getByText(/^as of \d\d:\d\d:\d\d ET · \d+s$/).waitFor();
    await ticket.getByText(/the price as of \d\d:\d\d:\d\d ET/).waitFor();
    expect(await ticket.getByText(/^Live ·/).count()).toBe(0);
    await page.keyboard.press("Escape");
  });

  it("is opened anew by the page, and live again with its first word", async () => {
    proxy.pass();
    await strip(page, LIVE);
    await keptOnScreen(firstRow(), firstRow().getByTitle("Live data"));
  });

  it("that is cut is opened anew, and nothing is read more than once for it", async () => {
    const before = proxy.streams();
    const read: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "GET") read.push(new URL(request.url()).pathname);
    });
    proxy.cut();
    await expect.poll(() => proxy.streams(), { timeout: 60_000 }).toBe(before + 1);
    await strip(page, LIVE);

    const pushed = ["/api/orders", "/api/positions", "/api/portfolio", "/api/watchlist"];
    for (const path of pushed)
      expect(read.filter((each) => each === path).length, path).toBeLessThanOrEqual(1);
  });

  it("is given up by a page that is left, and taken up again by Back", async () => {
    const keeping = await launchBrowser({ keepsPages: true });
    const kept = await (
      await keeping.newContext({ storageState: await context.storageState() })
    ).newPage();
    await kept.goto(`${proxy.url}/dashboard`);
    await strip(kept, LIVE);
    const before = proxy.openStreams();
    await kept.evaluate(() => Object.assign(window, { isTheSame: true }));

    await kept.goto(`${proxy.url}/healthz`);
    await expect.poll(() => proxy.openStreams()).toBe(before - 1);
    await kept.evaluate(() => history.back()).catch(() => undefined);
    await strip(kept, LIVE);
    // Otherwise this is a page that was loaded anew, and nothing was asked of the one that was left.
    expect(await kept.evaluate(() => "isTheSame" in window)).toBe(true);
    expect(proxy.openStreams()).toBe(before);
    await keeping.close();
  });

  it("with nobody behind it takes no orders and says so, until somebody answers", async () => {
    proxy.vanish();
    await strip(page, NO_ANSWER);
    await page.getByText(/^Sevenfold does not answer\. Figures are as last received/).waitFor();
    expect(await quickTrade().isDisabled()).toBe(true);
    expect(
      await firstRow()
        .getByRole("button", { name: /^(Buy|Trade) / })
        .isDisabled(),
    ).toBe(true);

    proxy.pass();
    await strip(page, LIVE);
    expect(await quickTrade().isEnabled()).toBe(true);
  });
});

const strip = (page: Page, title: string | RegExp) =>
  page.getByRole("region", { name: "Trading state" }).getByTitle(title).waitFor();
