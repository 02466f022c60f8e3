import { TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { AGAIN } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

const PASSWORD = "four unrelated garden words";
const emailOf = (username: string) => `${username}@sevenfold.invalid`;

describe.skipIf(chromiumPath === undefined)("somebody with an account of their own", () => {
  let product: RunningProduct;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];
  let recoveryCodes: readonly string[];

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    page = await freshPage(browser);
    complaints = complaintsOf(page);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  it("signs up in two steps with a built-in paper account", async () => {
    await fillDetails(page, product.url, "gardener");
    await page.getByText("Step 2 of 2").waitFor();
    await page.getByRole("button", { name: "Use a built-in paper account" }).click();
    await page.getByText("Filled in:").waitFor();
    await page.getByRole("button", { name: "Complete Registration" }).click();

    await page.waitForURL("**/dashboard");
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    await page.getByText("PAPER", { exact: true }).waitFor();
    await page.getByText("7 days left in trial").waitFor();
  });

  it("saves the configuration after seeing the difference", async () => {
    await page.getByRole("link", { name: "AI Settings" }).first().click();
    await page.getByRole("radio", { name: /Hybrid/ }).click();
    await expect.poll(() => page.getByLabel("Maximum drop %").inputValue()).toBe("5");
    await page.getByLabel("Minimum drop %").fill("2.5");
    await page.getByRole("button", { name: "Save Configuration" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("2.5%").waitFor();
    await dialog.getByRole("button", { name: "Save changes" }).click();

    await page.getByText("Configuration Saved").waitFor();
    expect(await configOf(page)).toMatchObject({
      strategyMode: "HYBRID",
      buyDropPct: 0.025,
      buyDropPctMax: 0.05,
      stopLossEnabled: true,
    });
    await page
      .getByRole("region", { name: "History of changes" })
      .getByText("Hybrid", { exact: true })
      .waitFor();
  });

  it("is asked before a link or Back loses what is not saved", async () => {
    const question = page.getByRole("alertdialog", { name: "Leave without saving" });
    await page.getByLabel("Shares to buy").fill("7");
    await page.getByRole("link", { name: "Goals" }).first().click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.evaluate(() => history.back());
    await question.waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings");
    expect(await page.getByLabel("Shares to buy").inputValue()).toBe("7");
    await question.getByRole("button", { name: "Discard changes" }).click();

    await page.waitForURL("**/dashboard");
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  });

  it("resets the configuration at once", async () => {
    await page.goto(`${product.url}/settings`);
    await page.getByRole("button", { name: "Reset Defaults" }).click();

    await page.getByText("Reset to Defaults").waitFor();
    await page.getByLabel("Take profit %").waitFor();
    expect(await configOf(page)).toMatchObject({
      strategyMode: "SIMPLE",
      buyDropPct: 0.04,
      takeProfitFromEntryPct: 0.04,
      enableAutomatedTrading: false,
    });
  });

  it("sees what the last year would have been", async () => {
    await page.getByRole("button", { name: "Run the last year" }).click();
    const table = page.getByRole("table", { name: /The last year/ });

    await table.getByRole("row", { name: /^Return/ }).waitFor();
    await page.getByRole("figure", { name: /Equity over the last year/ }).waitFor();
  });

  it("connects a second broker account in three steps, and goes back to the first", async () => {
    await page.goto(`${product.url}/broker-setup`);
    await page.getByRole("radio", { name: /Alpaca/ }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Use a built-in paper account" }).click();
    await page.getByText("Filled in:").waitFor();
    await page.getByRole("button", { name: "Connect Broker" }).click();
    await page.getByText("Broker Connected!").waitFor();
    await page.getByRole("link", { name: "Configure Trading" }).click();
    await page.getByRole("link", { name: "Brokers" }).click();

    const first = page.getByRole("listitem", { name: "Primary Account" });
    await first.getByRole("button", { name: /^Use this account/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Use this account" }).click();
    await page.getByText("Broker Selected").waitFor();
    await first.getByText("In use").waitFor();
  });

  it("sets up two-step sign-in", async () => {
    await page.goto(`${product.url}/settings/account`);
    await page.getByRole("button", { name: "Set Up" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const key = await dialog.getByLabel("Setup key", { exact: true }).inputValue();
    const code = new TOTP({ secret: key.replaceAll(" ", "") }).generate();
    await dialog.getByLabel("Code", { exact: true }).fill(code);
    await dialog.getByRole("button", { name: "Turn on" }).click();
    const shown = dialog.getByLabel("Recovery codes", { exact: true });
    recoveryCodes = (await shown.inputValue()).split("\n");
    await dialog.getByRole("button", { name: "I have kept them" }).click();

    await page.getByRole("button", { name: "Turn Off" }).waitFor();
    expect(recoveryCodes.length).toBeGreaterThan(4);
  });

  it("signs in elsewhere with a recovery code, and is signed out there from here", async () => {
    const elsewhere = await freshPage(browser);
    await elsewhere.goto(`${product.url}/auth`);
    await elsewhere.getByLabel("Username").fill("gardener");
    await elsewhere.getByLabel("Email").fill(emailOf("gardener"));
    await elsewhere.getByLabel("Password", { exact: true }).fill(PASSWORD);
    const enter = elsewhere.getByRole("button", { name: "Sign In", exact: true });
    await enter.click();
    await elsewhere.getByRole("heading", { name: "Two-step sign-in" }).waitFor();
    await elsewhere.getByLabel("Code").fill(recoveryCodes[0]!);
    await enter.click();
    await elsewhere.waitForURL("**/dashboard");
    await elsewhere.getByRole("heading", { name: "Dashboard" }).waitFor();

    await page.reload();
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByText("Every other browser is signed out.").waitFor();
    await elsewhere.waitForURL("**/auth");
    await elsewhere.context().close();
  });

  it("is led to the sign-in when the sign-in has ended", async () => {
    await page.goto(`${product.url}/portfolio`);
    await page.getByRole("heading", { name: "Portfolio" }).waitFor();
    await page.context().clearCookies();
    const refresh = page.getByRole("button", { name: "Refresh", exact: true });

    // A reading of the page's own may be refused first.
    await Promise.any([refresh.click(), page.waitForURL("**/auth")]);
    await page.waitForURL("**/auth");
    await page.getByText("Your sign-in has ended.").waitFor();
  });

  it("heard no complaint on the console but of what was refused", () => {
    const others = complaints.filter((complaint) => !/Failed to load resource/.test(complaint));
    expect(others).toEqual([]);
  });

  it("signs up with keys of the live provider, which are then waited for", async () => {
    const trader = await freshPage(browser);
    await fillDetails(trader, product.url, "harvester");
    await trader.getByRole("radio", { name: /E\*TRADE/ }).click();
    await trader.getByLabel("Consumer Key").fill("consumer-key-of-a-test");
    await trader.getByLabel("Consumer Secret", { exact: true }).fill("consumer-secret-of-a-test");
    await trader.getByRole("button", { name: "Complete Registration" }).click();

    await trader.waitForURL("**/dashboard");
    await trader.goto(`${product.url}/settings/brokers`);
    const card = trader.getByRole("listitem", { name: "Primary Account" });
    await card.getByText("E*TRADE", { exact: true }).waitFor();
    expect(await card.getByText("Active", { exact: true }).count()).toBe(0);
    await trader.context().close();
  });
});

async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

async function fillDetails(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  // The form of those who have an account has fields of the same names.
  await page.getByText("Step 1 of 2").waitFor();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(emailOf(username));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue to Broker Setup" }).click();
}

/** As it is stored, read as the page itself would. */
async function configOf(page: Page): Promise<object> {
  const response = await page.request.get(new URL("/api/trading-config", page.url()).href, AGAIN);
  return (await response.json()) as object;
}
