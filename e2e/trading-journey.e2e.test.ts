import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { becomeMember } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** Farther away than this a control counts as out of reach of the keyboard. */
const TABS_MAX = 120;

describe.skipIf(chromiumPath === undefined)("somebody who trades by hand", () => {
  let product: RunningProduct;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await becomeMember(context, product.url, "trader");
    page = await context.newPage();
    complaints = complaintsOf(page);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  const open = async (path: string, heading: string) => {
    await page.goto(product.url + path);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  };
  const openTicket = async (ticker: string, side: "buy" | "sell") => {
    await page.goto(`${product.url}/dashboard?trade=${ticker}&side=${side}`);
    const ticket = page.getByRole("dialog", { name: "Quick Trade" });
    await ticket.getByText(/^Bid/).waitFor();
    return ticket;
  };
  /** By its keys alone, as it is opened anywhere. */
  const jumpTo = async (words: string) => {
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type(words);
  };
  const order = (ticker: string) =>
    page.getByRole("table", { name: "Orders" }).getByRole("row", { name: ticker });

  it("buys at the suggested limit, and holds what was bought", async () => {
    await open("/dashboard", "Dashboard");
    await page.getByRole("button", { name: "Quick Trade" }).click();
    const ticket = page.getByRole("dialog");
    await ticket.getByLabel("Symbol").selectOption("AAPL");
    await ticket.getByText("Limit", { exact: true }).click();
    await ticket.getByRole("button", { name: "Use Suggested" }).click();
    await ticket.getByLabel("Quantity", { exact: true }).fill("3");
    await ticket.getByRole("button", { name: "Buy AAPL" }).click();
    await page.getByText("Order Placed Successfully").waitFor();
    await ticket.waitFor({ state: "hidden" });

    await expect.poll(() => sharesOf(page, "AAPL")).toBe(3);
  });

  it("is told that nothing protects the position if everything dies now", async () => {
    await open("/portfolio", "Portfolio");
    const line = page.getByText("Nothing: nobody sells your position until Sevenfold is back.");
    await line.waitFor();
    await line.click();

    await page
      .getByLabel("What protects each position")
      .getByText("Nothing: until Sevenfold is back, nobody sells it.")
      .waitFor();
  });

  it("finds an order that waits at its limit, and cancels it", async () => {
    const ticket = await openTicket("MSFT", "buy");
    await ticket.getByText("Limit", { exact: true }).click();
    await ticket.getByLabel("Limit Price").fill("1");
    await ticket.getByRole("button", { name: "Buy MSFT" }).click();
    await page.getByText("Order Placed Successfully").waitFor();

    await open("/trades?view=orders", "Trading History");
    await order("MSFT").getByText("Working").waitFor();
    await order("MSFT").getByRole("button", { name: "Cancel the order of MSFT" }).click();
    await page.getByText("Cancel Requested").waitFor();
    await order("MSFT").getByText("Canceled").waitFor();
    expect(await sharesOf(page, "MSFT")).toBe(0);
  });

  it("is told that the funds do not suffice, and cannot send", async () => {
    const ticket = await openTicket("COST", "buy");
    await ticket.getByLabel("Quantity", { exact: true }).fill("10000");

    await ticket.getByText("Insufficient funds").waitFor();
    expect(await ticket.getByRole("button", { name: "Buy COST" }).isDisabled()).toBe(true);
    await ticket.getByText("Sell", { exact: true }).click();
    await ticket.getByText("Insufficient funds").waitFor({ state: "detached" });
  });

  it("is told the server's words when it sells what it does not hold", async () => {
    const ticket = await openTicket("COST", "sell");
    await ticket.getByRole("button", { name: "Sell COST" }).click();

    await page.getByText("Order Failed").waitFor();
    expect(await ticket.isVisible()).toBe(true);
  });

  it("sells a position whole after a question", async () => {
    await open("/portfolio", "Portfolio");
    await page.getByRole("button", { name: "Sell all AAPL" }).click();
    const question = page.getByRole("alertdialog", { name: "Sell all 3 shares of AAPL" });
    await question.getByRole("button", { name: "Sell 3 shares" }).click();
    await page.getByText("Sell Order Submitted").waitFor();

    await page.getByText("No Active Positions").waitFor();
    expect(await sharesOf(page, "AAPL")).toBe(0);
  });

  it("sells everything at once in an emergency, and sees what became of each", async () => {
    for (const ticker of ["AMD", "UBER"]) {
      const ticket = await openTicket(ticker, "buy");
      await ticket.getByRole("button", { name: `Buy ${ticker}` }).click();
      await expect.poll(() => sharesOf(page, ticker)).toBe(1);
    }
    await open("/portfolio", "Portfolio");
    await page.getByRole("button", { name: "Sell all UBER" }).waitFor();
    await page.getByRole("button", { name: "Emergency Sell All" }).click();
    const question = page.getByRole("alertdialog", { name: "Sell all 2 positions" });
    await question.getByLabel("Type SELL ALL to confirm").fill("SELL ALL");
    await question.getByRole("button", { name: "Sell everything" }).click();

    await page.getByText("Everything is sold.").waitFor();
    await page.getByText("Emergency liquidation complete").waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByText("No Active Positions").waitFor();
  });

  it("takes a stock off the watchlist and puts it back", async () => {
    await open("/dashboard", "Dashboard");
    const watchlist = page.getByRole("complementary", { name: "Watchlist" });
    await watchlist.getByText("Stock Watchlist - 85 Stocks").waitFor();
    await watchlist.getByRole("button", { name: "Remove AMC from the watchlist" }).click();
    await page.getByText("Stock removed from watchlist").waitFor();
    await watchlist.getByText("Stock Watchlist - 84 Stocks").waitFor();

    await watchlist.getByRole("button", { name: "Add Stock" }).click();
    await watchlist.getByLabel("Symbol to watch").fill("amc");
    await watchlist.getByText("AMC Entertainment").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Stock added to watchlist").waitFor();
    await watchlist.getByText("Stock Watchlist - 85 Stocks").waitFor();
  });

  it("orders, looks it over, sends and cancels without a mouse", async () => {
    await open("/dashboard", "Dashboard");
    await page.getByRole("switch", { name: "Automatic trading" }).waitFor();
    await jumpTo("cost");
    const buy = page.getByRole("option", { name: "Buy COST" });
    await reach(page, "ArrowDown", buy, "aria-selected");
    await page.keyboard.press("Enter");

    const ticket = page.getByRole("dialog", { name: "Quick Trade" });
    await reach(page, "Tab", ticket.getByRole("radio", { name: "Market" }));
    await page.keyboard.press("ArrowRight");
    await reach(page, "Tab", ticket.getByLabel("Quantity", { exact: true }));
    await page.keyboard.press("ArrowUp");
    await reach(page, "Tab", ticket.getByLabel("Limit Price"));
    await page.keyboard.type("1.5");
    await ticket.getByText("Buy 2 COST at a limit of $1.50, day, PAPER").waitFor();
    await reach(page, "Tab", ticket.getByRole("button", { name: "Buy COST" }));
    await page.keyboard.press("Enter");
    await page.getByText("Order Placed Successfully").waitFor();
    await ticket.waitFor({ state: "hidden" });

    await jumpTo("orders");
    await page.getByRole("option", { name: "Orders", exact: true, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await order("COST").getByText("Working").waitFor();
    await reach(page, "Tab", order("COST").getByRole("button", { name: /^Cancel/ }));
    await page.keyboard.press("Enter");
    await order("COST").getByText("Canceled").waitFor();
  });

  it("heard no complaint on the console but of what was refused", () => {
    const others = complaints.filter((complaint) => !/Failed to load resource/.test(complaint));
    expect(others).toEqual([]);
  });
});

/** Presses a key until the focus, or the choice, stands where it should. */
async function reach(page: Page, key: string, goal: Locator, mark?: "aria-selected") {
  await goal.waitFor();
  const isThere = () =>
    mark === undefined
      ? goal.evaluate((element) => element === document.activeElement)
      : goal.getAttribute(mark).then((value) => value === "true");
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${goal}`);
}

/** As the page itself reads it. */
async function sharesOf(page: Page, ticker: string): Promise<number> {
  const positions = await page.evaluate(
    async () =>
      (await (await fetch("/api/positions")).json()) as { ticker: string; shares: number }[],
  );
  return positions.find((position) => position.ticker === ticker)?.shares ?? 0;
}
