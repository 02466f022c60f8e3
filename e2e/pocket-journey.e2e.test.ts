import { benchIdentifiers } from "@sevenfold/adapters-broker/bench/bench-identifiers";
import type { ServedProtocol } from "@sevenfold/adapters-broker/bench/protocol-bench";
import type { Exchange } from "@sevenfold/adapters-broker/exchange/exchange-settings";
import { startExchange } from "@sevenfold/adapters-broker/exchange/start-exchange";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pocketServer } from "../docs/examples/pocket-broker/pocket-server.ts";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { becomeMember } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

const REGISTRATION = "docs/examples/pocket-broker/dist/pocket-registration.js";
const AAPL = "AAPL" as Ticker;

/** The broker of the documents is added to the built product without a line of it being changed. */
describe.skipIf(chromiumPath === undefined)("somebody whose broker the operator has added", () => {
  let exchange: Exchange;
  let pocket: ServedProtocol;
  let product: RunningProduct;
  let browser: Browser;
  let page: Page;
  let token: string;
  let complaints: readonly string[];

  beforeAll(async () => {
    const now = () => instant(Date.now());
    exchange = await startExchange({
      port: 0,
      seed: 7,
      volatility: 1,
      hours: "always",
      clock: { now },
      identifiers: benchIdentifiers(),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    const opened = await exchange.venue.openAccount({ cash: money(500_000_000), openedAt: now() });
    if (!opened.ok) throw new Error("Pocket opens an account");
    const { accountId, secretKey } = opened.value;
    token = secretKey;
    // Four shares are held there before anybody connects.
    const bought = await exchange.venue.submit(
      accountId,
      {
        clientOrderId: "before",
        ticker: AAPL,
        side: "buy",
        quantity: shares(4),
        timeInForce: "day",
        extendedHours: false,
      },
      now(),
    );
    if (!bought.ok) throw new Error("Pocket takes an order");
    const priceOf = (ticker: Ticker) => price(exchange.market.priceAt(ticker, now()));
    const fill = { kind: "trade", quantity: shares(4), price: priceOf(AAPL) } as const;
    await exchange.venue.direct(bought.value.id, fill, now()).catch(() => undefined);
    pocket = await pocketServer({ ...opened.value, venue: exchange.venue, now, priceOf });
    product = await startProduct({ BROKER_MODULES: REGISTRATION, POCKET_URL: pocket.url });
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    complaints = complaintsOf(page);
    await becomeMember(context, product.url, "pocketed");
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
    await pocket?.close();
    await exchange?.close();
  });

  it("is offered it by the wizard, with its own words for its keys", async () => {
    await page.goto(`${product.url}/broker-setup`);
    await page.getByRole("radio", { name: /Pocket/ }).click();
    await page.getByText("The broker of the documents").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Your keys at Pocket" }).waitFor();
    await page.getByLabel("Account name").fill("mine");

    expect(await page.getByRole("button", { name: "Use a built-in paper account" }).count()).toBe(
      0,
    );
  });

  it("is told in its broker's name that a token is wrong", async () => {
    await page.getByLabel("Token", { exact: true }).fill("never-issued");
    await page.getByRole("button", { name: "Connect Broker" }).click();

    await page
      .getByText(/Pocket does not accept these keys/)
      .first()
      .waitFor();
  });

  it("connects, and sees what is held there", async () => {
    await page.getByLabel("Token", { exact: true }).fill(token);
    await page.getByRole("button", { name: "Connect Broker" }).click();
    await page.getByRole("link", { name: "View Dashboard" }).waitFor();
    await page.goto(`${product.url}/portfolio`);
    await page.getByRole("row", { name: /AAPL/ }).first().waitFor();
    await page.goto(`${product.url}/settings/brokers`);
    await page.getByText("Pocket", { exact: true }).first().waitFor();

    const brokers = await (await page.request.get(`${product.url}/api/brokers`)).json();
    expect(brokers).toContainEqual(
      expect.objectContaining({ provider: "pocket", venue: "paper", status: "active" }),
    );
    expect(complaints.filter((each) => !each.includes("422"))).toEqual([]);
  });
});
