import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { instant } from "@sevenfold/domain/market";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sticksOut } from "./accessibility.ts";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { becomeMember, emailOf, PASSWORD, post } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

const USERNAME = "patient";
/** Enough of a curve to draw. */
const TWO_DAYS = {
  points: [
    { at: "2025-01-02T21:00:00.000Z", equity: 100_000 },
    { at: "2025-01-03T21:00:00.000Z", equity: 101_000 },
  ],
};

describe.skipIf(chromiumPath === undefined)("a page that something is taken from", () => {
  let folder: string;
  let product: RunningProduct;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sevenfold-interruptions-"));
    product = await startProduct({ DATA_DIR: folder });
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await becomeMember(context, product.url, USERNAME);
    page = await context.newPage();
    await page.goto(`${product.url}/dashboard`);
    await heading(page, "Dashboard");
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const agent = () => page.getByRole("switch", { name: "Automatic trading" });
  const quickTrade = () => page.getByRole("button", { name: "Quick Trade" });

  it("says so without a network, disables orders, and goes on when it is back", async () => {
    await context.setOffline(true);
    await page.getByText(/^You are offline\. Figures are as last received/).waitFor();
    expect(await quickTrade().isDisabled()).toBe(true);

    await context.setOffline(false);
    await page.getByText(/^You are offline/).waitFor({ state: "detached" });
    expect(await quickTrade().isEnabled()).toBe(true);
  });

  it("says while the page that a link leads to is slow to come, and shows the one before", async () => {
    const visitor = await browser.newContext({ serviceWorkers: "block" });
    const start = await visitor.newPage();
    let letCome: () => void = () => undefined;
    const isLetCome = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await start.route(/pricing-page-.*\.js/, async (route) => {
      await isLetCome;
      await route.continue();
    });
    await start.goto(product.url);
    const menu = start.getByRole("navigation", { name: "Product" });
    await menu.getByRole("link", { name: "Pricing" }).click();

    const sign = start.getByRole("status").filter({ hasText: "Still loading" });
    await sign.waitFor();
    await start.getByRole("heading", { level: 1 }).waitFor();

    letCome();
    await start.getByRole("heading", { level: 1, name: /pric/i }).waitFor();
    await sign.waitFor({ state: "detached" });
    await visitor.close();
  });

  it("shows what it could not load without a network once that is back", async () => {
    // Without the service worker, which would have kept the chart's program.
    const bare = await browser.newContext({
      serviceWorkers: "block",
      storageState: await context.storageState(),
    });
    const dashboard = await bare.newPage();
    const toTheChart = /equity-chart-.*\.js/;
    await dashboard.route("**/api/portfolio/equity?*", (route) =>
      route.fulfill({ json: TWO_DAYS }),
    );
    await dashboard.route(toTheChart, async (route) => {
      await bare.setOffline(true);
      await route.abort();
    });
    await dashboard.goto(`${product.url}/dashboard`);
    await dashboard.getByText(/^You are offline/).waitFor();
    await heading(dashboard, "Dashboard");

    await dashboard.unroute(toTheChart);
    await bare.setOffline(false);
    await dashboard.getByRole("region", { name: "Equity" }).locator("canvas").first().waitFor();
    await bare.close();
  });

  it("is one of an app that can be installed, and opens without a network", async () => {
    // The network went while the page before was being kept: a new one begins again.
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const manifest = await page.evaluate(async () => {
      const answer = await fetch("/manifest.webmanifest");
      const { icons, ...app } = await answer.json();
      const kinds = icons.map(async ({ src, type }: { src: string; type: string }) => {
        const icon = await fetch(src);
        return icon.headers.get("content-type")?.startsWith(type);
      });
      return { ...app, areIcons: (await Promise.all(kinds)).every(Boolean) };
    });
    expect(manifest).toMatchObject({
      name: "Sevenfold",
      display: "standalone",
      start_url: "/dashboard",
      areIcons: true,
    });

    await context.setOffline(true);
    await page.goto(`${product.url}/portfolio`);
    await heading(page, "You are offline");
    await page.getByText("orders are disabled").waitFor();
    expect(await page.getByRole("button").count()).toBe(0);

    await context.setOffline(false);
    await heading(page, "Portfolio");
  });

  it("never shows a figure that was kept for later", async () => {
    const kept = await page.evaluate(async () => {
      const addresses: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) addresses.push(url);
      return addresses.map((address) => new URL(address).pathname);
    });

    expect(kept).toContain("/");
    expect(kept.filter((path) => path.startsWith("/api/"))).toEqual([]);
  });

  it("keeps its figures with their age while the server is down, and goes on when it is up", async () => {
    await page.goto(`${product.url}/dashboard`);
    const watchlist = page.getByRole("region", { name: /Stock Watchlist \(85/ });
    await watchlist.getByText("$").first().waitFor();
    await product.kill();
    await page
      .getByText(/^As of .* ET/)
      .first()
      .waitFor();
    expect(await watchlist.getByText("$").count()).toBeGreaterThan(80);

    await product.restart();
    await page
      .getByText(/^As of .* ET/)
      .first()
      .waitFor({ state: "detached" });
    // Prices move in rows that are on the screen.
    await watchlist.getByText("$").first().scrollIntoViewIfNeeded();
    const before = await watchlist.innerText();
    await expect.poll(() => watchlist.innerText()).not.toBe(before);
  });

  it("opens by itself once a server that was down is up", async () => {
    await product.kill();
    await page.goto(`${product.url}/goals`);
    await heading(page, "Sevenfold does not answer");

    await product.restart();
    await page.getByRole("heading", { name: "Goals", level: 1 }).waitFor();
  });

  it("keeps what was typed when the sign-in ended, for its user alone", async () => {
    await page.goto(`${product.url}/settings`);
    await page.getByLabel("Shares to buy").fill("7");
    await post(context, `${product.url}/api/logout`, {});
    await page.getByText("Your sign-in has ended.").waitFor();
    await page.getByLabel("Username").fill(USERNAME);
    await page.getByLabel("Email").fill(emailOf(USERNAME));
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL("**/dashboard");
    await page.getByRole("button", { name: "Go back to it" }).click();

    await page.getByText("Unsaved changes").waitFor();
    expect(await page.getByLabel("Shares to buy").inputValue()).toBe("7");
    await page.reload();
    await page.getByLabel("Shares to buy").waitFor();
    expect(await page.getByLabel("Shares to buy").inputValue()).toBe("10");
  });

  it("does not turn automation on while the worker is offline", async () => {
    // The worker is part of the process that answers, so what the answer says of it is changed here.
    await page.route("**/api/live", (route) => route.abort());
    await page.route("**/api/worker/status", async (route) => {
      const response = await route.fetch();
      const status = await response.json();
      const worker_health = { ...status.worker_health, error: "Worker Offline" };
      await route.fulfill({ response, json: { ...status, online: false, worker_health } });
    });
    await page.goto(`${product.url}/dashboard`);
    await page.getByText("Disconnected • Check worker process").waitFor();
    await agent().click();

    await page.getByText("Worker Unavailable").waitFor();
    expect(await agent().isChecked()).toBe(false);
    const size = page.viewportSize()!;
    expect(await sticksOut(page)).toEqual([]);
    await page.setViewportSize(size);
    await page.unrouteAll({ behavior: "wait" });
  });

  it("does not turn automation on once the trial is over, and leads to the plans", async () => {
    await product.stop();
    await endTrial(folder);
    await product.restart();
    await page.goto(`${product.url}/dashboard`);
    await page.getByText("Payment Required").waitFor();
    await page.getByText("ready to start").waitFor();
    await agent().click();

    await page.getByText("Premium Feature").waitFor();
    expect(await agent().isChecked()).toBe(false);
    await page.getByRole("button", { name: "Upgrade" }).click();
    await page.waitForURL("**/pricing");
  });
});

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();

/** Seven days later, as the stored row sees it. */
async function endTrial(dataFolder: string): Promise<void> {
  const { storage, close } = await openStorage({ dataFolder });
  try {
    await storage.transact(async ({ users }) => {
      const user = await users.bySignIn({ username: USERNAME, email: emailOf(USERNAME) });
      await users.change(user!.id, (row) => ({ ...row, trialEndsAt: instant(Date.now() - 1_000) }));
    });
  } finally {
    await close();
  }
}
