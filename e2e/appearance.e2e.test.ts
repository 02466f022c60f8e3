import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atRest, contrastFindings, DIALOG } from "./accessibility.ts";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { AGAIN, becomeDemo, send } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

const PAGES = [
  "/dashboard",
  "/dashboard?trade=AAPL&side=buy",
  "/dashboard?symbol=AAPL",
  "/settings",
  "/",
];
/** 1280 × 1024, enlarged four times. */
const ENLARGED = { width: 320, height: 256 };

describe.skipIf(chromiumPath === undefined)("the look of the pages", () => {
  let product: RunningProduct;
  let browser: Browser;
  let demo: BrowserContext;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    // Colours may fade here, as they do for most people.
    demo = await browser.newContext({ reducedMotion: "no-preference" });
    await becomeDemo(demo, product.url);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  it("is legible at once when the theme changes under an open page, whoever changes it", async () => {
    const page = await demo.newPage();
    const found: string[] = [];
    for (const path of PAGES) {
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(product.url + path);
      await atRest(page);
      for (const [who, change] of CHANGES) {
        await change(page);
        found.push(...(await contrastFindings(page)).map((each) => `${path}, ${who}: ${each}`));
      }
      await page.evaluate(() => delete document.documentElement.dataset.theme);
    }
    await page.close();
    expect(found).toEqual([]);
  });

  it("shows every column of the watchlist on a wide screen whose scrollbars take room", async () => {
    const page = await demo.newPage();
    // A bar beside the page and one beside the list, of fifteen pixels each.
    await page.setViewportSize({ width: 1_440 - 2 * 15, height: 900 });
    await page.goto(`${product.url}/dashboard`);
    const list = page.getByRole("region", { name: "Stocks", exact: true });
    await list.getByRole("row").nth(1).waitFor();

    const { within, whole } = await list.evaluate(({ clientWidth, scrollWidth }) => ({
      within: clientWidth,
      whole: scrollWidth,
    }));
    await page.close();
    expect(whole).toBe(within);
  });

  it("paints charts anew when the theme changes", async () => {
    const page = await demo.newPage();
    await page.emulateMedia({ colorScheme: "light" });
    for (const [path, at] of [
      ["/portfolio", "main"],
      ["/dashboard?symbol=AAPL", DIALOG],
    ] as const) {
      await page.goto(product.url + path);
      const chart = page.locator(at).locator("figure canvas").first();
      await chart.waitFor();
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme });
        await expect.poll(() => cornerOf(chart), { timeout: 30_000 }).toBe(await surfaceOf(page));
      }
    }
    await page.close();
  });

  it("shows a far trigger at the edge of the chart, with its price", async () => {
    const patient = await browser.newContext();
    await becomeDemo(patient, product.url);
    // A fifth away: no chart of minutes reaches that far.
    const rules = { buyDropPct: 20, sellRisePct: 20 };
    await send(patient, "put", `${product.url}/api/trading-config`, rules);
    const page = await patient.newPage();
    const status = await page.request.get(`${product.url}/api/worker/status`, AGAIN);
    const { trails }: { trails: Record<string, Far> } = await status.json();
    const [ticker, trail] = Object.entries(trails).find(
      ([, { trigger_price }]) => trigger_price !== null,
    )!;
    await page.goto(`${product.url}/dashboard?symbol=${ticker}`);
    const words = /(Buy|Sell) .*, (above|below) the picture$/;
    const mark = page.locator(DIALOG).locator("figure p").filter({ hasText: words });
    await mark.waitFor();
    const shown = Number((await mark.textContent())!.replace(/[^\d.]/g, ""));
    // The trail may have moved on since it was asked for.
    expect(Math.abs(shown / trail.trigger_price! - 1)).toBeLessThan(0.02);
    await patient.close();
  });

  it("says in forced colours what is chosen, on, first to do and signalled", async () => {
    const page = await demo.newPage();
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(`${product.url}/dashboard`);
    await atRest(page);
    const background = (of: Locator) => styleOf(of, "background-color");
    const nav = page.getByRole("navigation", { name: "Main" }).first();
    const elsewhere = await background(nav.getByRole("link", { name: "Portfolio" }));
    expect(await background(nav.getByRole("link", { name: "Dashboard" }))).not.toBe(elsewhere);

    const ranges = page.getByRole("group", { name: "Range" });
    expect(await background(ranges.getByRole("button", { name: "1M" }))).not.toBe(
      await background(ranges.getByRole("button", { name: "1W" })),
    );

    const order = page.getByRole("button", { name: "Quick Trade" });
    const quiet = page.getByRole("button", { name: "Refresh Data" });
    expect(await background(order)).not.toBe(await background(quiet));

    const toggle = page.getByRole("switch", { name: "Automatic trading" });
    expect(await background(toggle.locator("span"))).not.toBe(await background(toggle));
    const canvas = await background(page.locator("html"));
    for (const dot of await page.locator("[data-dot=gain]").all())
      expect(await background(dot)).not.toBe(canvas);
    const lines = page.locator("[data-signal]");
    for (const row of await lines.all()) {
      const signal = await row.getAttribute("data-signal");
      const line = await styleOf(row, "border-left-color");
      if (signal === "none") expect(line).toBe(canvas);
      else expect(line).not.toBe(canvas);
    }
    await order.focus();
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus-visible").first();
    expect(await styleOf(focused, "outline-style")).toBe("solid");
    expect(await styleOf(focused, "outline-color")).not.toBe(canvas);
    await page.close();
  });

  it("says in forced colours that the switch is on, and which side an order has", async () => {
    const page = await demo.newPage();
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(`${product.url}/dashboard?trade=AAPL&side=sell`);
    await page.locator(DIALOG).waitFor();
    const side = (words: string) =>
      styleOf(page.locator("label", { hasText: new RegExp(`^${words}$`) }), "background-color");
    expect(await side("Sell")).not.toBe(await side("Buy"));
    expect(await side("Market")).not.toBe(await side("Limit"));

    await page.goto(`${product.url}/settings/account`);
    await atRest(page);
    const toggle = page.getByRole("switch").first();
    const wasOn = await toggle.isChecked();
    const before = await styleOf(toggle, "background-color");
    await toggle.click();
    await expect.poll(() => toggle.isChecked()).toBe(!wasOn);
    await expect.poll(() => styleOf(toggle, "background-color")).not.toBe(before);
    await toggle.click();
    await page.close();
  });

  it("leaves the ticket the whole of a window enlarged four times", async () => {
    const page = await demo.newPage();
    await page.setViewportSize(ENLARGED);
    await page.goto(`${product.url}/dashboard?trade=AAPL&side=buy`);
    const dialog = page.locator(DIALOG);
    await dialog.waitFor();
    await atRest(page);
    const send = dialog.getByRole("button", { name: "Buy AAPL" });
    // At first the head is there, and the foot is not.
    expect(await isInSight(page, dialog.getByRole("heading", { name: "Quick Trade" }))).toBe(true);
    expect(await isInSight(page, send)).toBe(false);

    await dialog.getByLabel("Quantity").scrollIntoViewIfNeeded();
    await dialog.evaluate((each) => each.scrollTo(0, each.scrollHeight / 2));
    for (const part of ["Quick Trade", "Buy AAPL"])
      expect(await isInSight(page, dialog.getByText(part, { exact: true }).first())).toBe(false);

    await send.scrollIntoViewIfNeeded();
    expect(await isInSight(page, send)).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    // Nor does the strip above the page stay.
    await page.evaluate(() => scrollTo(0, 400));
    expect(await isInSight(page, page.getByRole("region", { name: "Trading state" }))).toBe(false);
    await page.close();
  });

  it("turns a wheel from the first moment on, before its program has come", async () => {
    // A browser that has never been here: what one has in memory is asked of nobody.
    const visitor = await browser.newContext();
    const page = await visitor.newPage();
    await page.route(/\/assets\/.*\.js$/, () => {});
    await page.goto(product.url, { waitUntil: "commit" });
    await page.getByText("Loading Sevenfold").waitFor({ state: "attached" });
    expect(await isInSight(page, page.locator("svg.turning"))).toBe(true);
    await visitor.close();
  });

  it("draws no bar around the settings' buttons where they stay beside their heading", async () => {
    const page = await demo.newPage();
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto(`${product.url}/settings`);
    const save = page.getByRole("button", { name: "Save Configuration" });
    await save.waitFor();
    expect(await isBare(save.locator(".."))).toBe(true);
    await page.close();
  });
});

/** Nothing it lies on is seen: neither an edge nor another ground. */
const isBare = async (box: Locator): Promise<boolean> =>
  (await styleOf(box, "border-top-width")) === "0px" &&
  (await styleOf(box, "background-color")) === "rgba(0, 0, 0, 0)";

interface Far {
  readonly trigger_price: number | null;
}

const CHANGES: readonly (readonly [who: string, change: (page: Page) => Promise<unknown>])[] = [
  ["dark by the system", (page) => page.emulateMedia({ colorScheme: "dark" })],
  ["light by the system", (page) => page.emulateMedia({ colorScheme: "light" })],
  [
    "dark by choice",
    (page) => page.evaluate(() => (document.documentElement.dataset.theme = "dark")),
  ],
  [
    "light by choice",
    (page) => page.evaluate(() => (document.documentElement.dataset.theme = "light")),
  ],
];

const styleOf = (of: Locator, property: string): Promise<string> =>
  of.first().evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property);

/** The colour of a chart's background, as its first canvas paints it. */
const cornerOf = (canvas: Locator): Promise<string> =>
  canvas.evaluate((each: HTMLCanvasElement) =>
    String([...each.getContext("2d")!.getImageData(0, 0, 1, 1).data].slice(0, 3)),
  );

const surfaceOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const pixel = document.createElement("canvas").getContext("2d")!;
    pixel.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--surface");
    pixel.fillRect(0, 0, 1, 1);
    return String([...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3));
  });

/** Whether the whole of it stands in the window. */
async function isInSight(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const window = page.viewportSize()!;
  return box !== null && 0 <= box.y && box.y + box.height <= window.height;
}
