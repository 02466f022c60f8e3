import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atRest, DIALOG, findingsIn, isCutOff, SIZES, sticksOut } from "./accessibility.ts";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { becomeDemo, becomeMember } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

const PUBLIC = ["/", "/features", "/pricing", "/auth", "/there-is-no-such-page"];
const SIGNED_IN = [
  "/dashboard",
  "/portfolio",
  "/trades",
  "/trades?view=journal",
  "/settings",
  "/settings/brokers",
  "/settings/account",
  "/settings/tokens",
  "/broker-setup",
  "/goals",
  "/billing",
  "/monitoring",
];

/** What opens above a page: where, by pressing what, unless the address opens it, and what is done in it then. */
type Opening = readonly [
  at: string,
  open?: ((page: Page) => Promise<void>) | undefined,
  goOn?: (dialog: Locator) => Promise<void>,
];

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
};

const OF_THE_DEMO: readonly Opening[] = [
  ["/dashboard?trade=AAPL&side=buy"],
  [
    "/dashboard?trade=AAPL&side=buy",
    undefined,
    (dialog) => dialog.getByText("Limit", { exact: true }).click(),
  ],
  ["/dashboard?symbol=AAPL"],
  [
    "/dashboard?symbol=AAPL",
    undefined,
    (dialog) => dialog.getByRole("button", { name: "View as table" }).click(),
  ],
  ["/dashboard", (page) => page.getByRole("switch", { name: "Automatic trading" }).click()],
  ["/dashboard", press("Activity log")],
  ["/dashboard", (page) => page.keyboard.press("/")],
  [
    "/dashboard",
    async (page) => {
      await press("Jump to a symbol or page")(page);
      await page.getByRole("combobox", { name: "Jump to" }).fill("ts");
      await page.getByRole("combobox", { name: "Jump to" }).fill("tsla");
    },
  ],
  ["/portfolio", press(/^Sell all/)],
  ["/portfolio", press("Emergency Sell All")],
];
const OF_A_MEMBER: readonly Opening[] = [
  [
    "/settings",
    async (page) => {
      await page.getByLabel("Shares to buy").fill("7");
      await press("Save Configuration")(page);
    },
  ],
  [
    "/settings",
    async (page) => {
      await page.getByLabel("Shares to buy").fill("7");
      await page.getByRole("link", { name: "Goals" }).first().click();
    },
  ],
  ["/settings", press("Choose Stocks")],
  ["/settings/brokers", press(/^Edit /)],
  ["/settings/brokers", press(/^Remove /)],
  ["/settings/account", press("Set Up")],
  ["/settings/account", press("Delete Account")],
];

const EVERY_PAGE = "every page, wide and narrow, light and dark";

describe.skipIf(chromiumPath === undefined)(EVERY_PAGE, () => {
  let product: RunningProduct;
  let browser: Browser;
  let demo: BrowserContext;
  let member: BrowserContext;

  /** At rest: nothing moves, so that no colour is measured half faded in. */
  const newVisitor = () => browser.newContext({ reducedMotion: "reduce" });

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    [demo, member] = await Promise.all([newVisitor(), newVisitor()]);
    await Promise.all([becomeDemo(demo, product.url), becomeMember(member, product.url, "new")]);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  it("is accessible to a visitor", async () => {
    const visitor = await newVisitor();
    expect(await findingsOn(visitor, product.url, PUBLIC)).toEqual([]);
  });

  it("is accessible to a demo trader, who holds and has traded", async () => {
    expect(await findingsOn(demo, product.url, SIGNED_IN)).toEqual([]);
  });

  it("is accessible to somebody new, who holds nothing yet", async () => {
    expect(await findingsOn(member, product.url, SIGNED_IN)).toEqual([]);
  });

  it("is accessible with what opens above it to order, to look closer and to find", async () => {
    expect(await findingsAbove(demo, product.url, OF_THE_DEMO)).toEqual([]);
  });

  it("is accessible with what opens above it to set things", async () => {
    expect(await findingsAbove(member, product.url, OF_A_MEMBER)).toEqual([]);
  });

  it("is accessible with what a phone keeps under More", async () => {
    const page = await demo.newPage();
    await page.setViewportSize(SIZES[1]);
    await page.goto(`${product.url}/dashboard`);
    await press("More")(page);
    await page.locator(DIALOG).waitFor();

    expect(await findingsIn(page, DIALOG)).toEqual([]);
  });
});

async function findingsOn(context: BrowserContext, url: string, paths: readonly string[]) {
  const page = await context.newPage();
  const found: string[] = [];
  const note = (what: string, findings: readonly string[]) =>
    found.push(...findings.map((finding) => `${what}, ${finding}`));
  for (const path of paths) {
    await page.goto(url + path);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await atRest(page);
      note(`${path} at ${size.width}`, await findingsIn(page));
    }
    note(path, await sticksOut(page));
  }
  await page.close();
  return found;
}

async function findingsAbove(context: BrowserContext, url: string, openings: readonly Opening[]) {
  const page = await context.newPage();
  const dialog = page.locator(DIALOG);
  const found: string[] = [];
  for (const [at, open, goOn] of openings) {
    await page.goto(url + at);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await atRest(page);
      // A table that turns into cards takes the question it asked with it.
      if (open && !(await dialog.isVisible())) await open(page);
      await dialog.waitFor();
      if (size === SIZES[0]) await goOn?.(dialog);
      const findings = await findingsIn(page, DIALOG);
      found.push(...findings.map((finding) => `above ${at} at ${size.width}, ${finding}`));
    }
    const beyond = [...(await sticksOut(page)), ...(await isCutOff(page))];
    found.push(...beyond.map((finding) => `above ${at}, ${finding}`));
  }
  await page.close();
  return found;
}
