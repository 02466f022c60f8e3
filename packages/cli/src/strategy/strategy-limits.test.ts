import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const BUILT = new URL("../../dist/", import.meta.url).href;
const PROGRAM = `
  const [folder, built] = process.argv.slice(2);
  const { strategyDecider } = await import(built + "strategy/own-backtest.js");
  const { openBlockJournal } = await import(new URL("../../application/dist/research/backtest/block-journal.js", built));
  const { RISK_LIMITS_NONE, STRATEGY_DEFAULTS } = await import(new URL("../../domain/dist/strategy.js", built));
  const at = Float64Array.from({ length: 50 }, (_, n) => (19_724 + n) * 86_400_000);
  const prices = new Float64Array(50).fill(1_000_000);
  const columns = [{
    ticker: "AAA", count: 50, opensAt: at, closesAt: at.map((opens) => opens + 3_600_000),
    open: prices, close: prices, day: Int32Array.from({ length: 50 }, (_, n) => 19_724 + n),
  }];
  const settings = { strategy: STRATEGY_DEFAULTS, limits: RISK_LIMITS_NONE, cash: 1_000_000_000, fill: "next-open" };
  for (const name of process.argv.slice(4)) {
    // On a slow machine it takes its time until the memory is full.
    const flags = { set: [], strategyTimeout: name.startsWith("loop") ? 1 : 200, strategyMemory: 24 };
    const said = await strategyDecider(folder + "/" + name, flags)
      .then(({ runEnclosed }) => runEnclosed({ columns, settings, blocks: openBlockJournal(1) }))
      .then(({ bars, trades }) => bars + " bars, " + trades.length + " trades", (error) => error.exitCode + " " + error.message);
    console.log(name + ": " + said.replace(folder + "/", ""));
  }
`;

const LOOPS = "for (;;);";
const COLLECTS = "const kept = []; for (;;) kept.push({ kept: [kept.length] });";
const AT_ONCE = {
  "an-array.js": "const all = new Array(3e7).fill(1.5); return { shares: all[7] };",
  "a-list-that-grows.js": "const all = []; for (;;) all.push(all.length);",
  "a-text.js": "return { shares: ('x'.repeat(4e8) + 'y').charCodeAt(3e8) };",
  "too-many-parts.js": "return { shares: 'x'.repeat(5e8).split('').length };",
};
const FILLS = "const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1));";
const eachSymbol = (body: string) => `forEachSymbol: () => (bar) => { ${body} }`;
const allSymbols = (body: string) => `forAllSymbols: () => (bars) => { ${body} }`;
const events = (body: string) => `forEvents: () => ({ onBar(bar) { ${body} } })`;

const FILES = {
  "loop-each.js": `export const strategy = { ${eachSymbol(LOOPS)} };`,
  "loop-all.js": `export const strategy = { ${allSymbols(LOOPS)} };`,
  "loop-events.js": `export const strategy = { ${events(LOOPS)} };`,
  "full-each.js": `export const strategy = { ${eachSymbol(COLLECTS)} };`,
  "full-all.js": `export const strategy = { ${allSymbols(COLLECTS)} };`,
  "full-events.js": `export const strategy = { ${events(COLLECTS)} };`,
  "buffers.js": `export const strategy = { ${eachSymbol(FILLS)} };`,
  "full-at-once.js": `${COLLECTS}\nexport const strategy = { ${eachSymbol("")} };`,
  ...Object.fromEntries(
    Object.entries(AT_ONCE).map(([name, body]) => [
      name,
      `export const strategy = { ${eachSymbol(body)} };`,
    ]),
  ),
  "sound.js": `export const strategy = { ${eachSymbol("return { shares: 1 };")} };`,
};

describe("a strategy without end", () => {
  it("ends its run with a sentence and leaves the process to go on", () => {
    const folder = mkdtempSync(join(tmpdir(), "sevenfold-limits-"));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    const program = join(folder, "program.mjs");
    writeFileSync(program, PROGRAM);
    const ran = spawnSync(process.execPath, [program, folder, BUILT, ...Object.keys(FILES)], {
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });

    const loops =
      "3 NAME: at the close of AAA of 2024-01-02T01:00:00.000Z it has not answered after 1 seconds: it loops, or --strategy-timeout gives it more";
    const full =
      "3 NAME: it holds more than 24 megabytes: it collects without end, or --strategy-memory gives it more";
    const said = (name: string, sentence: string) => `${name}: ${sentence.replace("NAME", name)}\n`;
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toBe(
      [
        ...["loop-each.js", "loop-all.js", "loop-events.js"].map((name) => said(name, loops)),
        ...["full-each.js", "full-all.js", "full-events.js"].map((name) => said(name, full)),
        said("buffers.js", full),
        said("full-at-once.js", full),
        ...Object.keys(AT_ONCE).map((name) => said(name, full)),
        said("sound.js", "50 bars, 1 trades"),
      ].join(""),
    );
  });
});
