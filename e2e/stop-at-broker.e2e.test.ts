import type { OrderView } from "@sevenfold/contract/orders";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { AGAIN, becomeMember, post, send } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

describe.skipIf(chromiumPath === undefined)("somebody who wants the stop at the broker too", () => {
  let product: RunningProduct;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await becomeMember(context, product.url, "protector");
    page = await context.newPage();
    complaints = complaintsOf(page);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  const configure = (changes: object) =>
    send(context, "put", `${product.url}/api/trading-config`, changes);
  const restingStops = async (): Promise<readonly OrderView[]> => {
    const answer = await context.request.get(`${product.url}/api/orders`, AGAIN);
    const orders = (await answer.json()) as readonly OrderView[];
    return orders.filter(({ orderType, status }) => orderType === "stop" && status === "working");
  };

  it("says so in the settings", async () => {
    await page.goto(`${product.url}/settings`);
    await page.getByLabel("Use a stop loss").check();
    await page.getByLabel("Stop loss %").fill("50");
    await page.getByLabel("Keep the stop at the broker too").check();
    await page.getByRole("button", { name: "Save Configuration" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Stop at the broker").waitFor();
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Configuration Saved").waitFor();
  });

  it("has a stop at the broker for what is bought, and reads it on the portfolio page", async () => {
    // Far from any trigger: the agent trades nothing by itself here.
    await configure({ buyDropPct: 0.2, sellRisePct: 0.2, enableAutomatedTrading: true });
    const order = { symbol: "AAPL", side: "buy", quantity: 3, orderType: "market" };
    await post(context, `${product.url}/api/orders`, order);

    await page.goto(`${product.url}/portfolio`);
    const line = page.getByText("A stop at the broker protects your position.");
    await line.waitFor();
    await line.click();
    await page
      .getByLabel("What protects each position")
      .getByText(/A stop at the broker: 3 shares at \$/)
      .waitFor();
    expect(await restingStops()).toMatchObject([
      { ticker: "AAPL", quantity: 3, timeInForce: "until-canceled", origin: "automated" },
    ]);
  });

  it("has it taken back with automation", async () => {
    await configure({ enableAutomatedTrading: false });

    await page.getByText("Nothing: nobody sells your position until Sevenfold is back.").waitFor();
    expect(await restingStops()).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
