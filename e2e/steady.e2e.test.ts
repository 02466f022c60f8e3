import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atRest, DIALOG } from "./accessibility.ts";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { becomeDemo, becomeMember } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

const LAPTOP = { width: 1280, height: 720 };
const SMALL_PHONE = { width: 360, height: 640 };
const MILLIONS = { equity: 12_345_678.9, availableCash: 11_345_678.9 };
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

  it("keeps every card in its place where all of them say how old they are", async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await becomeDemo(context, product.url);
    const page = await context.newPage();
    await page.goto(`${product.url}/dashboard`);
    await atRest(page);
    await page.route(/\/api\//, (route) => route.abort());
    await context.setOffline(true);
    await page.getByRole("button", { name: "Refresh Data" }).click();
    await page
      .getByText(/^As of .* ET/)
      .nth(4)
      .waitFor();

    expect(await misplacedCards(page)).toEqual([]);
    await context.close();
  });

  it("keeps every card in its place for an account of millions", async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await becomeDemo(context, product.url);
    const page = await context.newPage();
    await page.route("**/api/live", (route) => route.abort());
    await page.route("**/api/account", async (route) => {
      const response = await route.fetch();
      const account = await response.json();
      await route.fulfill({ response, json: { ...account, ...MILLIONS } });
    });
    await page.goto(`${product.url}/dashboard`);
    await page.getByText("$12,345,678.90").first().waitFor();

    expect(await misplacedCards(page)).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  });

  it("sets the age of a whole page apart from its first card", async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await becomeDemo(context, product.url);
    const page = await context.newPage();
    const goTo = (name: string) => page.getByRole("link", { name, exact: true }).click();
    await page.goto(`${product.url}/goals`);
    await atRest(page);
    await goTo("Portfolio");
    await atRest(page);
    await page.route("**/api/goals/performance", (route) => route.abort());
    // What was read a moment ago is not read again.
    await pause(2 * LATE_MS);
    await goTo("Goals");
    const age = page.getByRole("status").filter({ hasText: /^As of/ });
    await age.waitFor();

    const end = await age.evaluate((it) => it.getBoundingClientRect().bottom);
    const cards = await page.locator("main .rounded-card").evaluateAll(edgesOf);
    const next = Math.min(...cards.map(({ top }) => top).filter((top) => end - 1 <= top));
    expect(next - end).toBeGreaterThanOrEqual(12);
    await context.close();
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

  it("says beside its button what a ticket sends, also in a low window", async () => {
    const context = await browser.newContext();
    await becomeDemo(context, product.url);
    for (const size of [LAPTOP, SMALL_PHONE]) {
      const page = await context.newPage();
      await page.setViewportSize(size);
      await page.goto(`${product.url}/dashboard?trade=AAPL&side=buy`);
      const ticket = page.locator(DIALOG);
      await ticket.getByText("Limit", { exact: true }).click();
      await ticket.getByRole("button", { name: "Use Suggested" }).click();
      const sent = ticket.getByText(/^Review: Buy 1 AAPL at a limit of .*, day, DEMO/);
      await sent.waitFor();

      expect(await sent.evaluate(isInSight)).toBe(true);
      await page.close();
    }
    await context.close();
  });

  it("ends every figure of a column where its heading ends", async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await becomeDemo(context, product.url);
    const page = await context.newPage();
    for (const path of ["/portfolio", "/goals"]) {
      await page.goto(product.url + path);
      await page.getByRole("row").nth(1).waitFor();
      expect(await page.locator("main table").first().evaluate(unevenColumns), path).toEqual([]);
    }
    await context.close();
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

/** Cards that reach beyond the window or over one another, at the widths that have them side by side. */
async function misplacedCards(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [1440, 1280, 1180, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await atRest(page);
    const cards = await page.locator("main .rounded-card").evaluateAll(edgesOf);
    const end = await page.evaluate(() => document.documentElement.clientWidth);
    for (const one of cards)
      if (end < one.right || cards.some((other) => covers(one, other)))
        found.push(`${one.name} at ${width}`);
  }
  return found;
}

interface Edges {
  readonly name: string;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Runs in the page: where each card is that is shown and within no other one. */
const edgesOf = (cards: readonly (HTMLElement | SVGElement)[]): Edges[] =>
  cards
    .filter((card) => 0 < card.clientWidth && card.parentElement?.closest(".rounded-card") === null)
    .map((card) => {
      const { top, right, bottom, left } = card.getBoundingClientRect();
      return { name: (card.textContent ?? "").slice(0, 30), top, right, bottom, left };
    });

/** Runs in the page: headings at the right, and the first figure below them that ends elsewhere. */
function unevenColumns(table: Element): string[] {
  // Of the words themselves: what they stand in may be wider.
  const endOf = (cell: Element) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const ends: number[] = [];
    while (texts.nextNode() !== null) {
      range.selectNodeContents(texts.currentNode);
      ends.push(range.getBoundingClientRect().right);
    }
    return Math.round(Math.max(...ends));
  };
  const rows = [...table.querySelectorAll("tbody tr")];
  return [...table.querySelectorAll("thead th")].flatMap((heading, index) => {
    const cells = rows.map((row) => row.children[index]!).filter((it) => /\d/.test(it.textContent));
    if (getComputedStyle(heading).textAlign !== "right") return [];
    const other = cells.find((cell) => 1 < Math.abs(endOf(cell) - endOf(heading)));
    return other ? [`${heading.textContent}: ${endOf(heading)}, ${endOf(other)}`] : [];
  });
}

/** Runs in the page: nothing lies over it. */
function isInSight(element: Element): boolean {
  const { height, left, top, width } = element.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return above !== null && element.contains(above);
}

const covers = (one: Edges, other: Edges): boolean =>
  one !== other &&
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

const later = (ms: number) => async (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
  await pause(ms);
  await route.continue();
};

const heightOf = (card: ReturnType<Page["locator"]>): Promise<number> =>
  card.evaluate((element) => Math.round(element.getBoundingClientRect().height));
