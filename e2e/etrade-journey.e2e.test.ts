import { setTimeout as pause } from "node:timers/promises";
import { instant } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { AGAIN } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** What the whole takes at the most. */
const JOURNEY_MS = 180_000;

/** The built-in exchange stands in for E*TRADE: the same protocol, the same adapter, its own page. */
describe.skipIf(chromiumPath === undefined)("somebody who trades at E*TRADE", () => {
  let product: RunningProduct;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    await dayWithRoom();
    product = await startProduct();
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    complaints = complaintsOf(page);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  it("signs up with keys that let nobody in by themselves", async () => {
    await page.goto(`${product.url}/auth`);
    await page.getByRole("tab", { name: "Sign Up" }).click();
    // The form of those who have an account has fields of the same names.
    await page.getByText("Step 1 of 2").waitFor();
    await page.getByLabel("Username").fill("signer");
    await page.getByLabel("Email").fill("signer@sevenfold.invalid");
    await page.getByLabel("Password", { exact: true }).fill("four unrelated garden words");
    await page.getByRole("button", { name: "Continue to Broker Setup" }).click();
    await page.getByRole("radio", { name: /E\*TRADE/ }).click();
    await page.getByRole("button", { name: "Use a built-in paper account" }).click();
    await page.getByText("Filled in:").waitFor();
    await page.getByRole("button", { name: "Complete Registration" }).click();

    await page.waitForURL("**/dashboard");
    await page.getByRole("button", { name: "Authorise", exact: true }).waitFor();
  });

  it("is told when the code is wrong, and begins again", async () => {
    await page.getByRole("button", { name: "Authorise", exact: true }).click();
    await page.getByRole("button", { name: "Authorise at E*TRADE" }).click();
    await page.getByLabel("Code from E*TRADE").fill("WRONG1");
    await page.getByRole("button", { name: "Let Sevenfold in" }).click();

    await page.getByText(/does not take this code/).waitFor();
    await page.getByRole("button", { name: "Authorise at E*TRADE" }).waitFor();
  });

  it("lets Sevenfold in on the broker's own page, with the code it ends with", async () => {
    await page.getByRole("button", { name: "Authorise at E*TRADE" }).click();
    const opening = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Open E*TRADE’s page" }).click();
    const theirs = await opening;
    const theirComplaints = complaintsOf(theirs);
    await theirs.getByRole("button", { name: "Accept" }).click();
    await theirs.getByRole("heading", { name: "Type this code into Sevenfold" }).waitFor();
    const code = await theirs.locator("output").innerText();
    await theirs.close();
    expect(theirComplaints).toEqual([]);
    await page.getByLabel("Code from E*TRADE").fill(code);
    await page.getByRole("button", { name: "Let Sevenfold in" }).click();

    await page.getByText("Broker Authorised").waitFor();
    await page.getByRole("button", { name: "Authorise", exact: true }).waitFor({ state: "hidden" });
    await expect.poll(() => cashOf(page)).toBe(100_000);
  });

  it("buys there, previewed and placed, and holds what was bought", async () => {
    await page.goto(`${product.url}/dashboard?trade=AAPL&side=buy`);
    const ticket = page.getByRole("dialog", { name: "Quick Trade" });
    await ticket.getByText(/^Bid/).waitFor();
    await ticket.getByLabel("Quantity", { exact: true }).fill("3");
    await ticket.getByRole("button", { name: "Buy AAPL" }).click();
    await page.getByText("Order Placed Successfully").waitFor();

    await expect.poll(() => sharesOf(page)).toBe(3);
  });

  it("sees until when, and lets it in once more before that", async () => {
    await page.goto(`${product.url}/settings/brokers`);
    const card = page.getByRole("listitem", { name: "Primary Account" });
    await card.getByText("Authorised until (ET)").waitFor();
    await card.getByRole("button", { name: /^Authorise again/ }).click();
    await page.getByRole("button", { name: "Authorise at E*TRADE" }).waitFor();

    const unexpected = complaints.filter((line) => !/(401|422) \(/.test(line));
    expect(unexpected).toEqual([]);
  });
});

async function cashOf(page: Page): Promise<number> {
  const response = await page.request.get(new URL("/api/account", page.url()).href, AGAIN);
  return ((await response.json()) as { readonly cash: number }).cash;
}

async function sharesOf(page: Page): Promise<number> {
  const response = await page.request.get(new URL("/api/positions", page.url()).href, AGAIN);
  const positions = (await response.json()) as readonly {
    readonly ticker: string;
    readonly shares: number;
  }[];
  return positions.find(({ ticker }) => ticker === "AAPL")?.shares ?? 0;
}

/** At midnight in New York the venue forgets whom it let in: shortly before it the day is waited for. */
async function dayWithRoom(): Promise<void> {
  const now = instant(Date.now());
  const leftMs = dayBoundsOf(now).ends - now;
  if (leftMs < JOURNEY_MS) await pause(leftMs);
}
