import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { secondAccount, secondWindow, streamSilent } from "./faults.ts";
import { AGAIN, becomeMember, send } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** Rules by which nobody can take one account for the other. */
const FIRST_RULES = { buyDropPct: 0.11, sharesToBuy: 11, maxPositionSize: 111 };
const SECOND_RULES = { buyDropPct: 0.05, sharesToBuy: 5, maxPositionSize: 55 };

describe.skipIf(chromiumPath === undefined)("two accounts in two windows", () => {
  let product: RunningProduct;
  let browser: Browser;
  let context: BrowserContext;
  let one: Page;
  let other: Page;
  let first: string;
  let second: string;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await becomeMember(context, product.url, "owner");
    first = await idInUse();
    await send(context, "put", `${product.url}/api/trading-config`, FIRST_RULES);
    second = await secondAccount(context, product.url, { rules: SECOND_RULES });
    await send(context, "post", `${product.url}/api/brokers/${first}/select`, {});
    one = await context.newPage();
    await one.goto(`${product.url}/settings`);
    other = await secondWindow(one);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  const idInUse = async () => (await read<{ id: string }>("/api/account")).id;
  async function read<View>(path: string): Promise<View> {
    const answer = await context.request.get(product.url + path, AGAIN);
    return (await answer.json()) as View;
  }
  const rules = () => read<typeof FIRST_RULES & { version: number }>("/api/trading-config");
  const use = (page: Page, label: string) => useIn(page, product.url, label);

  it("shows the other's rules in the window that switches, wherever it was before", async () => {
    for (const page of [one, other]) await rulesAre(page, "11", "11");
    await use(one, "Second");
    await one.getByRole("link", { name: "Configuration" }).click();

    await rulesAre(one, "5", "5");
    expect(await idInUse()).toBe(second);
  });

  it("changes a number there, and none of the first account's rules with it", async () => {
    await one.getByLabel("Shares to buy").fill("6");
    await saveChanges(one);

    expect(await rules()).toMatchObject({ ...SECOND_RULES, sharesToBuy: 6 });
    await use(one, "Primary Account");
    expect(await rules()).toMatchObject(FIRST_RULES);
  });

  it("tells the other window, which forgets what was typed for the account before", async () => {
    await one.getByRole("link", { name: "Configuration" }).click();
    await rulesAre(other, "11", "11");
    await other.getByLabel("Buy drop %").fill("9");
    await other.getByText("Unsaved changes").waitFor();
    await use(one, "Second");

    await other.getByText(/Second was put in use elsewhere/).waitFor();
    await other.getByText(/What you had typed was for the account before/).waitFor();
    await rulesAre(other, "5", "6");
    expect(await other.getByText("Unsaved changes").count()).toBe(0);
    expect((await rules()).buyDropPct).toBe(0.05);
  });

  it("shows both where both windows changed the same, and saves the one that is chosen", async () => {
    await one.getByRole("link", { name: "Configuration" }).click();
    for (const page of [one, other]) await rulesAre(page, "5", "6");
    await other.getByLabel("Buy drop %").fill("9");
    await other.getByLabel("Maximum position size").fill("99");
    await one.getByLabel("Buy drop %").fill("7");
    await saveChanges(one);

    await other.getByRole("button", { name: "Save Configuration" }).click();
    const dialog = other.getByRole("alertdialog", { name: "Changed elsewhere meanwhile" });
    await dialog.getByText("Keep 7%, stored elsewhere").waitFor();
    expect(await dialog.getByRole("button", { name: "Save changes" }).isDisabled()).toBe(true);
    expect((await rules()).buyDropPct).toBe(0.07);
    await dialog.getByText("Keep 7%, stored elsewhere").click();
    const stored = stores(other);
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await stored;
    expect(await rules()).toMatchObject({
      buyDropPct: 0.07,
      maxPositionSize: 99,
      sharesToBuy: 6,
    });
  });

  it("stores nothing at the account that came into use behind an open question", async () => {
    await other.getByLabel("Shares to buy").fill("8");
    await other.getByRole("button", { name: "Save Configuration" }).click();
    const dialog = other.getByRole("alertdialog", { name: "Save 1 change" });
    await dialog.waitFor();
    // Nobody tells the window: its own call is the first to find out.
    await streamSilent(other);
    const refused = other.waitForResponse(
      (answer) => answer.request().method() === "PUT" && answer.status() === 409,
    );
    await other.evaluate(async (address) => {
      const headers = { "content-type": "application/json", "x-requested-with": "sevenfold" };
      const button = [...document.querySelectorAll("[role=alertdialog] button")].at(-1);
      const switched = fetch(address, { method: "POST", headers, body: "{}" });
      await switched;
      if (button instanceof HTMLElement) button.click();
    }, `${product.url}/api/brokers/${first}/select`);
    await refused;

    await other
      .getByText(/and this was meant for another account/)
      .first()
      .waitFor();
    expect(await idInUse()).toBe(first);
    expect(await rules()).toMatchObject(FIRST_RULES);
    await rulesAre(other, "11", "11");
  });

  it("is the same after a reload", async () => {
    for (const page of [one, other]) {
      await page.goto(`${product.url}/settings`);
      await rulesAre(page, "11", "11");
    }
    await use(one, "Second");
    await other.reload();
    await rulesAre(other, "7", "6");
  });
});

async function rulesAre(page: Page, buyDrop: string, sharesToBuy: string): Promise<void> {
  await page.getByLabel("Buy drop %").waitFor();
  await expect.poll(() => page.getByLabel("Buy drop %").inputValue()).toBe(buyDrop);
  expect(await page.getByLabel("Shares to buy").inputValue()).toBe(sharesToBuy);
}

/** As somebody does it: the brokers' page, the account's button, the question. */
async function useIn(page: Page, url: string, label: string): Promise<void> {
  if (!page.url().startsWith(`${url}/settings`)) await page.goto(`${url}/settings`);
  await page.getByRole("link", { name: "Brokers" }).click();
  await page.getByRole("button", { name: `Use this account, ${label}` }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Use this account", exact: true })
    .click();
  await page.getByText(`${label} is in use now.`).first().waitFor();
}

async function saveChanges(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save Configuration" }).click();
  const stored = stores(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await stored;
  await page.getByText("Unsaved changes").waitFor({ state: "detached" });
}

const stores = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
