import { prepare } from "./build.mjs";
import { findChromium } from "./find-chromium.mjs";
import { readCommand } from "./read-command.mjs";
import { mainThreadTasks } from "./web/main-thread-tasks.mjs";
import { fail } from "./workspace.mjs";

/*
 * Opens the built dashboard in Chromium while every symbol's price moves some times a second, and
 * prints what its main thread had to do, at full speed and slowed down. A long task is one of more
 * than 50 ms: as long as that, the page answers nobody. Tasks are timed by the clock and by the
 * processor: on a machine that has other things to do only the latter is the page's own.
 */
const values = readCommand({
  name: "bench:web",
  says: "Opens the dashboard in Chromium while every price moves, and prints what its main thread did.",
  flags: {
    updates: { takes: "N", preset: 5, says: "times a second that each price moves" },
    seconds: { takes: "N", preset: 10, says: "how long it is watched" },
    slower: { takes: "LIST", preset: "1,4", says: "how many times the processor is slowed down" },
    page: { takes: "PATH", preset: "/dashboard", says: "which page" },
  },
});
const SECONDS = values.seconds;
const LONG_MS = 50;
const VIEWS_EVERY_MS = 5_000;
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

await prepare();
const { chromium } = await import("playwright-core");
const { openInventedSite } = await import("./web/invented-site.mjs");
const executablePath = await findChromium();
if (executablePath === undefined)
  fail("bench:web needs a Chromium or Chrome; CHROMIUM_PATH may name it.");
const updatesPerSecond = values.updates;
const site = await openInventedSite({ updatesPerSecond, viewsEveryMs: VIEWS_EVERY_MS });
const browser = await chromium.launch({ executablePath, args: ARGS });
try {
  console.log(
    `${values.page}, ${site.symbols} symbols, each ${updatesPerSecond} times a second, ${SECONDS} s`,
  );
  console.log("  CPU   prices shown  main thread  long tasks (clock)   long tasks (processor)");
  for (const slower of values.slower.split(",").map(Number))
    console.log(lineOf(slower, await measured(slower)));
} finally {
  await browser.close();
  await site.close();
}

async function measured(slower) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(site.url + values.page);
  await page
    .getByRole("rowheader")
    .nth(site.symbols - 1)
    .waitFor({ state: "attached" });
  const chrome = await context.newCDPSession(page);
  await chrome.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.waitForTimeout(3_000);
  const before = site.pushed.prices;
  await browser.startTracing(page, {
    categories: ["toplevel", "disabled-by-default-devtools.timeline"],
  });
  await page.waitForTimeout(SECONDS * 1_000);
  const tasks = mainThreadTasks(await browser.stopTracing());
  const shown = site.pushed.prices - before;
  await context.close();
  return { tasks, shown };
}

function lineOf(slower, { tasks, shown }) {
  const busy = tasks.reduce((sum, { processorMs }) => sum + processorMs, 0) / (SECONDS * 10);
  return [
    `  ${slower}×`.padEnd(8),
    String(shown).padEnd(14),
    `${busy.toFixed(0)}% busy`.padEnd(13),
    longOf(tasks.map(({ clockMs }) => clockMs)).padEnd(21),
    longOf(tasks.map(({ processorMs }) => processorMs)),
  ].join("");
}

/** How many there are, and how long the longest task took. */
function longOf(times) {
  const long = times.filter((ms) => LONG_MS < ms).length;
  return `${long}, at most ${Math.max(0, ...times).toFixed(0)} ms`;
}
