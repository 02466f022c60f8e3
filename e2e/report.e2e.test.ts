import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";

const BINARY = fileURLToPath(new URL("../packages/cli/bin/sevenfold.mjs", import.meta.url));
const EXAMPLE = fileURLToPath(
  new URL("../packages/cli/examples/two-stocks-2024.csv", import.meta.url),
);

const AXES = ["--set", "buyDropPct=2..6:1", "--set", "sellRisePct=2..6:1"];

describe.skipIf(chromiumPath === undefined)("the report of a run", () => {
  let folder = "";
  let url = "";
  let sweepUrl = "";
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sevenfold-report-page-"));
    url = await reportOf("backtest");
    sweepUrl = await reportOf("sweep", "--symbols", "AAA", "--ledger", "trials.jsonl", ...AXES);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command that keeps its run, and answers where its report is. */
  async function reportOf(command: string, ...flags: readonly string[]): Promise<string> {
    const words = [BINARY, command, EXAMPLE, ...flags, "--out", command];
    await promisify(execFile)(process.execPath, words, { cwd: folder });
    const [run] = await readdir(join(folder, command));
    return pathToFileURL(join(folder, command, run!, "report.html")).href;
  }

  /** The report from disk with the network off, and everything it asked for. */
  async function opened(width: number, colorScheme: "light" | "dark", address = url) {
    const context = await browser.newContext({
      offline: true,
      colorScheme,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(address);
    return { page, complaints, requests, close: () => context.close() };
  }

  it("opens from disk, asks for nothing else and complains of nothing", async () => {
    const { page, complaints, requests, close } = await opened(1440, "light");

    await page.locator(".canvas canvas").first().waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("AAA, BBB");
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [url] });
    await close();
  });

  it("shows the values under the pointer, and another symbol's candles", async () => {
    const { page, complaints, close } = await opened(1440, "dark");

    await page.locator("#equity .tall .plot").first().hover();
    await page.locator("#equity .cursor:visible", { hasText: "Equity $" }).waitFor();
    await page.getByText("With buy and hold").click();
    await page.locator("#equity .choice:visible .line.other").waitFor();
    await page.getByLabel("Symbol", { exact: true }).selectOption("BBB");
    await page.locator(".canvas").hover();
    await page.locator("output", { hasText: "close" }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    [1440, "light"],
    [390, "dark"],
  ] as const)("fits %i pixels and is without barriers in %s", async (width, scheme) => {
    for (const address of [url, sweepUrl]) {
      const { page, complaints, close } = await opened(width, scheme, address);

      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(await barriersIn(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    }
  });

  async function barriersIn(page: Page): Promise<readonly string[]> {
    // The page's own policy forbids scripts from elsewhere; this one is evaluated by the browser.
    await page.evaluate(axe.source);
    return page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 120)))",
    );
  }
});
