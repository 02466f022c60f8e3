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

/** Whose pages are looked at. */
const REPORTS = ["backtest", "sweep", "walk-forward", "monte-carlo", "compare"] as const;
type Reported = (typeof REPORTS)[number];

const HEADINGS: Record<Reported, string> = {
  backtest: "AAA, BBB",
  sweep: "AAA",
  "walk-forward": "AAA, BBB",
  "monte-carlo": "AAA, BBB",
  compare: "2 runs side by side",
};

describe.skipIf(chromiumPath === undefined)("the report of a run", () => {
  let folder = "";
  let url = "";
  const urls = new Map<Reported, string>();
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sevenfold-report-page-"));
    const bars = [EXAMPLE, "--ledger", "trials.jsonl", ...AXES];
    url = await reportOf("backtest", EXAMPLE);
    urls.set("backtest", url);
    urls.set("sweep", await reportOf("sweep", ...bars, "--symbols", "AAA"));
    urls.set("walk-forward", await reportOf("walk-forward", ...bars));
    const [run] = await readdir(join(folder, "backtest"));
    urls.set("monte-carlo", await reportOf("monte-carlo", join("backtest", run!)));
    await sevenfold("backtest", EXAMPLE, "--mode", "hybrid", "--out", "hybrid");
    const [other] = await readdir(join(folder, "hybrid"));
    const runs = [join("backtest", run!), join("hybrid", other!)];
    await sevenfold("compare", ...runs, "--html", "compare.html");
    urls.set("compare", pathToFileURL(join(folder, "compare.html")).href);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const sevenfold = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [BINARY, ...words], { cwd: folder });

  /** Runs a command that keeps its run, and answers where its report is. */
  async function reportOf(command: string, ...flags: readonly string[]): Promise<string> {
    await sevenfold(command, ...flags, "--out", command);
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

  it.each(REPORTS)(
    "of %s opens from disk, asks for nothing else and complains of nothing",
    async (reported) => {
      const address = urls.get(reported)!;
      const { page, complaints, requests, close } = await opened(1440, "light", address);

      if (reported === "backtest") await page.locator(".canvas canvas").first().waitFor();
      const heading = page.getByRole("heading", { level: 1 });
      expect(await heading.textContent()).toBe(HEADINGS[reported]);
      expect({ complaints, requests }).toEqual({ complaints: [], requests: [address] });
      await close();
    },
  );

  it("shows the values under the pointer, and another symbol's candles", async () => {
    const { page, complaints, close } = await opened(1440, "dark");

    await page.locator("#equity .tall .plot").first().hover();
    await page.locator("#equity .cursor:visible", { hasText: "Equity $" }).waitFor();
    await page.locator("#equity").getByText("With buy and hold").click();
    await page.locator("#equity .choice:visible .line.other").waitFor();
    await page.getByLabel("Symbol", { exact: true }).selectOption("BBB");
    await page.locator(".canvas").hover();
    await page.locator("output", { hasText: "close" }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it("looks closer at equity by keys, by buttons and by dragging, and reads it aloud day by day", async () => {
    const { page, complaints, close } = await opened(1440, "light");
    const section = page.locator("#equity");
    const told = section.locator("output");
    const plot = section.locator(".choice:visible .plot");
    const line = () => section.locator(".choice:visible .line.main").getAttribute("d");
    const whole = await line();

    expect(await told.textContent()).toBe("Jan 2, 2024 to Dec 31, 2024");
    await plot.focus();
    await page.keyboard.press("+");
    await page.keyboard.press("PageDown");
    const zoomed = await told.textContent();
    expect(zoomed).not.toBe("Jan 2, 2024 to Dec 31, 2024");
    expect(await line()).not.toBe(whole);
    // The drawdown below shows the same days.
    const times = section.locator(".chart .times:visible");
    expect(await times.nth(0).textContent()).toBe(await times.nth(1).textContent());
    await page.keyboard.press("ArrowRight");
    expect(await told.textContent()).toMatch(/^\w{3} \d+, 2024, Equity \$[\d,.]+$/);

    await section.getByRole("button", { name: "Show all days" }).click();
    expect(await line()).toBe(whole);
    const box = (await plot.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.25, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
    await page.mouse.up();
    expect(await told.textContent()).toMatch(/^(Mar|Apr) \d+, 2024 to (Jun|Jul) \d+, 2024$/);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(
    REPORTS.flatMap((reported) => [
      [reported, 1440, "light"] as const,
      [reported, 390, "dark"] as const,
    ]),
  )("of %s fits %i pixels and is without barriers in %s", async (reported, width, scheme) => {
    const { page, complaints, close } = await opened(width, scheme, urls.get(reported));

    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await barriersIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  async function barriersIn(page: Page): Promise<readonly string[]> {
    // The page's own policy forbids scripts from elsewhere; this one is evaluated by the browser.
    await page.evaluate(axe.source);
    return page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 120)))",
    );
  }
});
