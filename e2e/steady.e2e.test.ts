import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIALOG } from "./accessibility.ts";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { becomeDemo, becomeMember } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** How much later what is held back comes: long enough to be looked at. */
const LATE_MS = 1_500;
const LABEL = "Retirement savings, the account at the second broker";

describe.skipIf(chromiumPath === undefined)("a page whose parts come one after another", () => {
  let product: RunningProduct;
  let browser: Browser;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  it.each([1440, 390])("keeps its place below the equity at %i px", async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await becomeDemo(context, product.url);
    const page = await context.newPage();
    // The curve first, then the program that draws it.
    await page.route(/\/api\/portfolio\/equity/, later(LATE_MS));
    await page.route(/equity-chart/, later(3 * LATE_MS));
    await page.goto(`${product.url}/dashboard`);
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Equity" }) });
    await card.waitFor();

    const heights = new Set<number>();
    while ((await card.locator("canvas").count()) === 0) {
      heights.add(await heightOf(card));
      await pause(100);
    }
    heights.add(await heightOf(card));
    await context.close();
    expect([...heights]).toHaveLength(1);
  });

  it("says the whole of a long label of the account an order goes to", async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    await becomeMember(context, product.url, "label", LABEL);
    const page = await context.newPage();
    await page.goto(`${product.url}/dashboard?trade=AAPL&side=buy`);
    const label = page.locator(DIALOG).getByText(new RegExp(`Buy 1 AAPL.*${LABEL}$`));
    await label.waitFor();

    const { end, right } = await label.evaluate((element) => ({
      end: element.getBoundingClientRect().right,
      right: element.closest("form")!.getBoundingClientRect().right,
    }));
    await context.close();
    expect(end).toBeLessThanOrEqual(right);
  });

  it("says the whole of a long name that a dialog asks about", async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    await becomeMember(context, product.url, "w".repeat(30), "W".repeat(40));
    const page = await context.newPage();
    for (const [path, button] of [
      ["/settings/account", "Delete Account"],
      ["/settings/brokers", "Edit"],
      ["/settings/brokers", "Remove"],
    ] as const) {
      await page.goto(product.url + path);
      await page.getByRole("button", { name: button }).first().click();
      const title = page.locator(DIALOG).getByRole("heading").first();
      await title.waitFor();
      const { needed, room } = await title.evaluate(({ scrollWidth, clientWidth }) => ({
        needed: scrollWidth,
        room: clientWidth,
      }));
      expect(`${button}: ${needed}`).toBe(`${button}: ${room}`);
    }
    await context.close();
  });

  it("writes nothing over the newest price of the rule at work", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(product.url);
    const figure = page.getByRole("figure", { name: /^Prices of the last hours/ });
    await figure.waitFor();

    const { label, level } = await figure.evaluate((element) => ({
      label: element.querySelector("figcaption")!.getBoundingClientRect().bottom,
      level: element.querySelector("path")!.getBoundingClientRect().top,
    }));
    await page.close();
    // The line is never above its high.
    expect(label).toBeLessThanOrEqual(level + 1);
  });
});

const later = (ms: number) => async (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
  await pause(ms);
  await route.continue();
};

const heightOf = (card: ReturnType<Page["locator"]>): Promise<number> =>
  card.evaluate((element) => Math.round(element.getBoundingClientRect().height));
