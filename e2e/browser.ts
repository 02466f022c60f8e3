import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { expect } from "vitest";

/** Found by scripts/find-chromium.mjs; empty or absent where there is none. */
export const chromiumPath = process.env.CHROMIUM_PATH || undefined;

/** Without a sandbox (CI is root) and silent: a browser of ours asks nobody but the product. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How long a page is waited for: a busy machine takes longer than a browser waits by itself. */
const PATIENCE_MS = 60_000;

/**
 * A browser that `keepsPages` brings a page that was left up again as it was, as people's do; its
 * `goBack` waits for a load that never comes.
 */
export async function launchBrowser({ keepsPages = false } = {}): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error("No Chromium: skip the journey instead.");
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ARGS,
    ignoreDefaultArgs: keepsPages ? ["--disable-back-forward-cache"] : [],
  });
  browser.on("context", (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

/**
 * Waits until `sign` shows while its row is on the screen: prices move there only, and what loads
 * above a list pushes the row away again.
 */
export async function keptOnScreen(row: Locator, sign: Locator): Promise<void> {
  const shows = async () => {
    await row.scrollIntoViewIfNeeded();
    return sign.isVisible();
  };
  await expect.poll(shows, { timeout: PATIENCE_MS }).toBe(true);
}

/** What a page said on its console as errors, and what it threw; both should stay empty. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}
