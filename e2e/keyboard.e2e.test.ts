import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atRest, DIALOG } from "./accessibility.ts";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { becomeDemo } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
/** 1440 by 980 pixels, enlarged twice. */
const ENLARGED = { width: 720, height: 490 };
const FOCUS = "the focus of somebody without a mouse";

describe.skipIf(chromiumPath === undefined)(FOCUS, () => {
  let product: RunningProduct;
  let browser: Browser;
  let demo: BrowserContext;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    demo = await browser.newContext({ reducedMotion: "reduce" });
    await becomeDemo(demo, product.url);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  async function open(at: string, size: typeof PHONE): Promise<Page> {
    const page = await demo.newPage();
    await page.setViewportSize(size);
    await page.goto(product.url + at);
    await atRest(page);
    return page;
  }

  it("is not under a phone's bar, nor under what the settings keep above it", async () => {
    for (const at of ["/dashboard", "/settings"]) {
      const page = await open(at, PHONE);
      expect(await coveredStops(page, "Tab")).toEqual([]);
      await page.close();
    }
  });

  it("is not under the settings' heading on the way back", async () => {
    const page = await open("/settings", WIDE);
    for (const height of [900, 700, 500]) {
      await page.setViewportSize({ width: 800, height });
      await page.getByRole("button", { name: "Save Goal" }).scrollIntoViewIfNeeded();
      await page.getByLabel("Goal amount ($)").focus();
      expect(await coveredStops(page, "Shift+Tab")).toEqual([]);
    }
    await page.close();
  });

  it("is not under the head of the watchlist on the way back", async () => {
    const page = await open("/dashboard", WIDE);
    const list = page.getByRole("region", { name: "Stocks", exact: true });
    await list.getByRole("button").last().focus();

    expect(await coveredStops(page, "Shift+Tab")).toEqual([]);
    await page.close();
  });

  it("is not under the foot of a ticket, and is where one sees it", async () => {
    const page = await open("/dashboard?trade=AAPL&side=buy", ENLARGED);
    await page.locator(DIALOG).getByText("Limit", { exact: true }).click();

    expect(await coveredStops(page, "Tab")).toEqual([]);
    expect(await coveredStops(page, "Shift+Tab")).toEqual([]);
    await page.close();
  });
});

const STOPS_MAX = 60;

/** What of the next stops has something above it, or is not on the screen. */
async function coveredStops(page: Page, key: "Shift+Tab" | "Tab"): Promise<string[]> {
  const found: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press(key);
    const covered = await page.evaluate(coveredFocus);
    if (covered !== undefined) found.push(covered);
  }
  return found;
}

/** Runs in the page. A hidden choice is seen by its label. */
function coveredFocus(): string | undefined {
  const focused = document.activeElement as HTMLElement | null;
  if (focused === null || focused === document.body) return undefined;
  const label = (focused as HTMLInputElement).labels?.[0];
  const seen = focused.offsetWidth <= 1 && label ? label : focused;
  const { height, left, top, width } = seen.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  const isClear = above !== null && (seen.contains(above) || above.contains(seen));
  return isClear ? undefined : `${seen.textContent || focused.outerHTML} under ${above?.outerHTML}`;
}
