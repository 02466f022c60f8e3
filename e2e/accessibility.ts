import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

declare global {
  interface Window {
    axe: { run(context: string, options: RunOptions): Promise<AxeResults> };
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
/** WCAG's reflow, 1280 px enlarged four times, and the narrowest phones that people have. */
const NARROW = [320, 360];
const LOW = { width: 568, height: 320 };
export const DIALOG = "[role=dialog], [role=alertdialog]";

/** All there is but the experiments; what a target must measure is off unless asked for. */
const EVERYTHING: RunOptions = {
  resultTypes: ["violations"],
  rules: { "target-size": { enabled: true } },
};
/** Themes differ in colours and in nothing else. */
const COLOURS: RunOptions = {
  resultTypes: ["violations"],
  runOnly: ["color-contrast", "link-in-text-block"],
};

/** What axe has against a part of what is open, light and dark; empty where all is well. */
export async function findingsIn(page: Page, part = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found: string[] = [];
  for (const [colorScheme, options] of [
    ["light", EVERYTHING],
    ["dark", COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const asked = { part, options };
    const { violations } = await page.evaluate((it) => window.axe.run(it.part, it.options), asked);
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${colorScheme}: ${id}, ${target.join(" ")}: ${failureSummary}`);
  }
  return found;
}

/** What cannot be read on what is open, as it looks at this moment. */
export async function contrastFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate((options) => window.axe.run("html", options), COLOURS);
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
  );
}

/** At which widths the page must be scrolled sideways, narrow as a phone or enlarged. */
export async function sticksOut(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 640 });
    await atRest(page);
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width < needed) found.push(`${needed} px wide in ${width}`);
    for (const words of await page.evaluate(wordsOutOfFrame)) found.push(`${words} at ${width}`);
  }
  return found;
}

/** Whether what is open reaches beyond a window as low as a phone's on its side. */
export async function isCutOff(page: Page): Promise<string[]> {
  await page.setViewportSize(LOW);
  await atRest(page);
  const box = await page.locator(DIALOG).boundingBox();
  const fits = box !== null && 0 <= box.y && box.y + box.height <= LOW.height;
  return fits ? [] : [`cut off in a window ${LOW.height} px high: ${JSON.stringify(box)}`];
}

/** Runs in the page: words that are painted beyond the card or the cell they stand in. */
function wordsOutOfFrame(): string[] {
  const FRAME = ".rounded-card, .rounded-control, td, th";
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const frame = text.parentElement?.closest(FRAME);
    if (frame == null || !text.textContent?.trim() || isCutBefore(text.parentElement, frame))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { right, width } = range.getBoundingClientRect();
    if (0 < width && frame.getBoundingClientRect().right + 0.5 < right)
      found.push(`"${text.textContent}" stands out of its frame`);
  }
  return found;

  function isCutBefore(from: Element | null, frame: Element): boolean {
    for (let each = from; each !== null; each = each.parentElement) {
      if (getComputedStyle(each).overflowX !== "visible") return true;
      if (each === frame) return false;
    }
    return false;
  }
}

/**
 * What a new size changes has changed, a heading stands there, as does the dialog that the address
 * opens, nothing is loading any more, and what comes in by moving or fading is in.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const opensDialog = /[?&](trade|symbol)=/.test(page.url());
  await page
    .locator(opensDialog ? DIALOG : `h1, ${DIALOG}`)
    .first()
    .waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector(".breathe") === null &&
      document
        .getAnimations()
        .every(({ effect }) => effect?.getComputedTiming().endTime === Infinity) &&
      ![...document.querySelectorAll("[role=status]")].some((each) =>
        /^Loading/.test(each.textContent ?? ""),
      ),
  );
}
