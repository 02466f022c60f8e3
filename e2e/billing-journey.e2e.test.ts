import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { AGAIN, becomeMember, emailOf, PASSWORD } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";
import { changeCard, moveClock, payWith } from "./simulated-payments.ts";

interface Bill {
  readonly total: number;
  readonly state: string;
}

describe.skipIf(chromiumPath === undefined)("a subscription on simulated payments", () => {
  let product: RunningProduct;
  let browser: Browser;
  /** Pays with a card that is good. */
  let payer: Page;
  /** Pays with one that is declined once it is charged. */
  let debtor: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    payer = await freshPage();
    debtor = await freshPage();
    complaints = complaintsOf(payer);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  async function freshPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    return context.newPage();
  }
  const go = (page: Page, path: string) => page.goto(product.url + path);
  /** From their own pages, which is how a browser knows that somebody is signed in. */
  async function seePlans(page: Page): Promise<void> {
    await go(page, "/billing");
    await page.getByRole("link", { name: "Upgrade Now" }).click();
    await page.getByRole("heading", { name: "Pricing" }).waitFor();
  }
  /** A window that hears nothing of what happens elsewhere, until the answered function is called. */
  async function keepAsItIs(page: Page): Promise<() => Promise<void>> {
    const paths = ["/api/billing", "/api/subscription/status"].map((path) => product.url + path);
    for (const path of paths) {
      const answer = await page.request.get(path, AGAIN);
      const body = await answer.text();
      await page.route(path, (route) => route.fulfill({ body, contentType: "application/json" }));
    }
    return () => page.unrouteAll({ behavior: "ignoreErrors" });
  }
  async function billsOf(page: Page): Promise<readonly Bill[]> {
    const answer = await page.request.get(`${product.url}/api/billing/invoices`, AGAIN);
    return (await answer.json()) as readonly Bill[];
  }

  describe("of somebody in Pro's free days", () => {
    it("has what Pro is bought for: a token that opens the API", async () => {
      const builder = await freshPage();
      await becomeMember(builder.context(), product.url, "builder");
      await seePlans(builder);
      await builder.getByRole("button", { name: "Get AI Agent" }).click();
      await payWith(builder, "good");
      await badge(builder, "Trial - 7 days left");
      await go(builder, "/settings/tokens");
      await builder.getByLabel("Name", { exact: true }).fill("My script");
      await builder.getByLabel("Your password", { exact: true }).fill(PASSWORD);
      await builder.getByRole("button", { name: "Create Token" }).click();
      const token = await builder.getByLabel("Token", { exact: true }).inputValue();

      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${product.url}/api/account`, { headers })).status).toBe(200);
    });
  });

  describe("of somebody who pays", () => {
    it("leads from the prices through signing up to the checkout, and says it is simulated", async () => {
      await go(payer, "/pricing");
      await payer.getByText("No money moves on this server").waitFor();
      await payer.getByRole("link", { name: "Try Premium Free" }).click();
      await payer.getByText("Then you go on to the Premium plan").waitFor();
      await signUp(payer, "payer");
      await payer.getByText("You have chosen Premium.").waitFor();
      await payer.getByRole("button", { name: "Continue to Checkout" }).click();
      await payWith(payer, "good");

      await payer.getByText("Premium is yours").waitFor();
      await badge(payer, "Trial - 7 days left");
      await payer
        .getByText(/Then \$3,096 is charged for a year/)
        .first()
        .waitFor();
    });

    it("begins for the debtor too, whose card fails only once it is charged", async () => {
      await becomeMember(debtor.context(), product.url, "debtor");
      await seePlans(debtor);
      await debtor.getByRole("button", { name: "Start Free Trial" }).click();
      await payWith(debtor, "declined");

      await debtor.getByText("Basic is yours").waitFor();
    });

    it("is paid when the trial ends", async () => {
      await moveClock(payer, 8);

      await badge(payer, "Active");
      await payer.getByText(/^It renews on .* for \$3,096\.$/).waitFor();
      expect((await billsOf(payer)).map(({ total, state }) => [total, state])).toEqual([
        [3096, "paid"],
        [0, "paid"],
      ]);
      await payer.getByRole("row", { name: /\$3,096\.00 Paid/ }).waitFor();
    });

    it("is changed for a larger plan after a question about the price", async () => {
      await payer.getByRole("link", { name: "Upgrade Now" }).click();
      await payer.getByRole("button", { name: "Upgrade to Pro" }).click();
      const question = payer.getByRole("alertdialog", { name: "Upgrade to Pro" });
      await question.getByText("in place of $3,096").waitFor();
      await question.getByRole("button", { name: "Upgrade to Pro" }).click();
      await payer.waitForURL("**/billing");

      await payer.getByText("Pro", { exact: true }).first().waitFor();
      await payer.getByText("24/7 AI agent").waitFor();
      await payer
        .getByText(/for \$12,984\.$/)
        .first()
        .waitFor();
    });

    it("is canceled with the day on which it ends, kept, and canceled again", async () => {
      await cancel(payer);
      await payer.getByText(/^You have canceled\. Pro is yours until/).waitFor();
      await payer.getByRole("button", { name: "Keep Subscription" }).click();
      await payer.getByText(/^It renews on/).waitFor();
      await cancel(payer);

      await badge(payer, "Active");
      await payer.getByText(/^Ends \w+ \d+, \d+$/).waitFor();
    });
  });

  describe("of somebody whose card is declined", () => {
    it("says on every page that a payment failed, and until when everything goes on", async () => {
      await go(debtor, "/portfolio");
      await debtor.getByText(/A payment failed\. Everything goes on until/).waitFor();
      await go(debtor, "/dashboard");
      const required = debtor.getByRole("link", { name: "Payment Required" });

      expect(await required.getAttribute("href")).toBe("/pricing");
    });

    it("lowers what may be done once the provider has given up, and says what goes on", async () => {
      await go(debtor, "/billing");
      await badge(debtor, "Payment Required");
      await moveClock(debtor, 30);

      await debtor
        .getByText(/The agent makes no new entries\./)
        .first()
        .waitFor();
      await debtor.getByText("It waits for a payment.").waitFor();
    });

    it("is whole again with a card that pays", async () => {
      await changeCard(debtor, /A card that pays/);

      await badge(debtor, "Active");
      expect((await billsOf(debtor)).map(({ state }) => state)).not.toContain("open");
      await go(debtor, "/portfolio");
      await debtor.getByRole("heading", { name: "Portfolio" }).waitFor();
      expect(await debtor.getByText("A payment failed").count()).toBe(0);
    });
  });

  describe("that has run out", () => {
    it("stops the agent's entries, says what goes on, and leads to the plans", async () => {
      await go(payer, "/billing");
      await moveClock(payer, 366);
      await badge(payer, "Inactive");
      await payer.getByText(/^Your subscription ended on/).waitFor();
      await go(payer, "/portfolio");
      await payer
        .getByText(/ended\. The agent makes no new entries\. Exits, stops and your own sells go on/)
        .waitFor();
      const refused = await payer.request.post(`${product.url}/api/worker/toggle`, {
        data: { enabled: true },
        headers: { origin: product.url, "x-requested-with": "sevenfold" },
        ...AGAIN,
      });
      expect(refused.status()).toBe(402);
      await payer.getByRole("link", { name: "Choose Your Plan" }).click();

      // The free days were used.
      await payer.getByText("$12,984 a year, charged at once.").waitFor();
    });
  });

  describe("that is bought in two windows", () => {
    it("is bought once, and the second window is told", async () => {
      const one = await freshPage();
      await becomeMember(one.context(), product.url, "twofold");
      const other = await one.context().newPage();
      const third = await one.context().newPage();
      for (const page of [one, other, third]) await seePlans(page);
      for (const page of [one, other]) {
        await page.getByRole("button", { name: "Try Premium Free" }).click();
        await page.waitForURL("**/simulated-payments/checkout/**");
      }
      const isKnown = await keepAsItIs(third);
      await payWith(other, "good");
      await other.getByText("Premium is yours").waitFor();
      // The page that was opened first can be paid at no more.
      await one.getByRole("button", { name: "Start trial" }).click();
      await one.getByText("This checkout is over.").waitFor();

      await third.getByRole("button", { name: "Get AI Agent" }).click();
      await third
        .getByText(/You hold the Premium plan/)
        .first()
        .waitFor();
      await isKnown();
      await third.getByRole("link", { name: "Your Plan" }).waitFor();
      await third.getByRole("button", { name: "Upgrade to Pro" }).waitFor();
      expect(await billsOf(one)).toHaveLength(1);
    });

    it("is known in the one soon after it is canceled in the other", async () => {
      const one = await freshPage();
      await becomeMember(one.context(), product.url, "watcher");
      await seePlans(one);
      await one.getByRole("button", { name: "Start Free Trial" }).click();
      await payWith(one, "good");
      await one.getByText("Basic is yours").waitFor();
      const other = await one.context().newPage();
      await go(other, "/billing");
      await cancel(other);

      await one
        .getByText(/^You have canceled\./)
        .first()
        .waitFor();
    });
  });

  it("has made no page complain", () => {
    // But of a visitor who is nobody yet.
    expect(complaints.filter((words) => !/status of 401/.test(words))).toEqual([]);
  });
});

/** Both steps, with keys of the built-in exchange. */
async function signUp(page: Page, username: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(emailOf(username));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue to Broker Setup" }).click();
  await page.getByRole("button", { name: "Use a built-in paper account" }).click();
  await page.getByText("Filled in:").waitFor();
  await page.getByRole("button", { name: "Complete Registration" }).click();
}

async function cancel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Cancel Subscription" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel your subscription" });
  await question.getByText(/stays yours until/).waitFor();
  await question.getByRole("button", { name: "Cancel Subscription" }).click();
  await page.getByText(/^Ends \w+ \d+, \d+$/).waitFor();
}

const badge = (page: Page, words: string): Promise<void> =>
  page.getByText(words, { exact: true }).first().waitFor();
