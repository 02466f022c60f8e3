import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atRest } from "./accessibility.ts";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { becomeDemo } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

const PAGES = [
  "/dashboard",
  "/portfolio",
  "/trades",
  "/goals",
  "/monitoring",
  "/settings",
  "/settings/account",
  "/billing",
];

describe.skipIf(chromiumPath === undefined)("a printed page", () => {
  let product: RunningProduct;
  let browser: Browser;
  let demo: BrowserContext;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    demo = await browser.newContext({ colorScheme: "dark" });
    await becomeDemo(demo, product.url);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  it.each(PAGES)("at %s is dark on white, whole, with nothing to press", async (path) => {
    const page = await demo.newPage();
    await page.goto(product.url + path);
    await atRest(page);
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    expect(await page.evaluate(controlsOnPaper)).toEqual([]);
    expect(await page.evaluate(inksOnPaper)).toEqual([]);
    expect(await page.locator("main").evaluate(cutOffIn)).toEqual([]);
    await page.setViewportSize(A4);
    expect(await page.locator("main").evaluate(beyondPaper)).toEqual([]);
    await page.close();
  });

  it("keeps the headings and names of a table, whose buttons they are on the screen", async () => {
    const page = await demo.newPage();
    await page.goto(`${product.url}/portfolio`);
    await atRest(page);
    const table = page.getByRole("table", { name: "Active positions" });
    await page.emulateMedia({ media: "print" });
    const words = await table.innerText();
    expect(words).toContain("Total Return");
    expect(words).not.toContain("Actions");
    const names = await table.locator("tbody th").allInnerTexts();
    expect(names.length).toBeGreaterThan(1);
    expect(names.map((each) => each.trim())).not.toContain("");
    await page.close();
  });
});

/** A sheet of A4 within the margins that browsers leave, in CSS pixels. */
const A4 = { width: 718, height: 1_047 };

/** What reaches past the right edge of the sheet. */
const beyondPaper = (main: Element): readonly string[] =>
  [...main.querySelectorAll("section, table, th, td, p, dl")]
    .filter((part) => part.getClientRects().length > 0 && !part.matches(".sr-only, .sr-only *"))
    .filter((part) => window.innerWidth < Math.floor(part.getBoundingClientRect().right))
    .map(({ outerHTML }) => outerHTML.slice(0, 120));

/** What can be pressed, chosen or followed, and is neither a name nor a heading. */
const controlsOnPaper = (): readonly string[] =>
  [...document.querySelectorAll("button, [role=button], [role=switch], nav, a[download]")]
    .filter((each) => each.getClientRects().length > 0 && !each.matches(".on-paper"))
    .map((each) => each.getAttribute("aria-label") ?? each.textContent ?? each.tagName);

/** Backgrounds that are not white, and ink of the page that is not dark. */
function inksOnPaper(): readonly string[] {
  const lightness = (of: Element, property: string) => {
    const context = document.createElement("canvas").getContext("2d")!;
    // What has no background shows the paper.
    context.fillStyle = "white";
    context.fillRect(0, 0, 1, 1);
    context.fillStyle = getComputedStyle(of).getPropertyValue(property);
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return Math.max(red!, green!, blue!) / 255;
  };
  const page = document.documentElement;
  const cards = [...document.querySelectorAll("main section")];
  return [
    ...[page, ...cards].filter((each) => lightness(each, "background-color") < 1).map(() => "grey"),
    ...[page, ...cards].filter((each) => 0.3 < lightness(each, "color")).map(() => "pale"),
  ];
}

/** What scrolls by itself and holds more than it shows. */
const cutOffIn = (main: Element): readonly string[] =>
  [...main.querySelectorAll("section, aside, ul, div")]
    .filter((part) => ["auto", "scroll"].includes(getComputedStyle(part).overflowY))
    .filter((part) => part.clientHeight < part.scrollHeight || part.clientWidth < part.scrollWidth)
    .map(({ outerHTML }) => outerHTML.slice(0, 120));
