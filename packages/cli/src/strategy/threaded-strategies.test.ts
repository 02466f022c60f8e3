import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BarsClosed, RunningStrategy } from "@sevenfold/application/ports/strategies";
import type { TradingDay } from "@sevenfold/domain/market";
import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installedPath, keepInstalled } from "./installed-file.ts";

let folder = "";
const running: RunningStrategy[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-threads-"));
});
afterAll(() => {
  for (const each of running) each.end();
  rmSync(folder, { recursive: true, force: true });
});

const AAA = "AAA" as Ticker;
const BBB = "BBB" as Ticker;

/** The built one: a thread begins with a file that Node can read. */
const { threadedStrategies } = (await import(
  new URL("../../dist/strategy/threaded-strategies.js", import.meta.url).href
)) as typeof import("./threaded-strategies.ts");

const closed = (minute: number): BarsClosed => ({
  closesAt: (Date.UTC(2026, 2, 11, 14) + minute * MINUTE_MS) as Instant,
  day: "2026-03-11" as TradingDay,
  equity: money(200_000_000),
  bars: [AAA, BBB].map((ticker) => ({
    ticker,
    opensAt: (Date.UTC(2026, 2, 11, 14) + (minute - 1) * MINUTE_MS) as Instant,
    ...{ open: price(1_000_000), high: price(1_020_000), low: price(990_000) },
    close: price(1_010_000 + minute * 100),
    held: shares(ticker === AAA ? 4 : 0),
    costBasis: money(ticker === AAA ? 4_000_000 : 0),
  })),
});

const perBar = (body: string): string =>
  `export const strategy = { forEachSymbol: ({ symbol }) => { let seen = 0; return (bar) => { seen += 1; ${body} }; } };`;

async function begun(text: string, limits = { answerMs: 60_000, heapMb: 64, strategiesMax: 8 }) {
  const sha256 = createHash("sha256").update(text).digest("hex");
  const installed = { name: "idea.js", sha256, parameters: {}, installedAt: 0 as Instant };
  await keepInstalled(folder, installed, Buffer.from(text));
  const strategies = threadedStrategies(folder, limits);
  const begin = () => {
    const one = strategies.begin(installed, [AAA, BBB]);
    running.push(one);
    return one;
  };
  return { installed, begin };
}

/** Those that run, without the one that is asked. */
function childrenOf(parent: number): readonly number[] {
  const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,comm="], { encoding: "utf8" });
  return listed.split("\n").flatMap((line) => {
    const [pid, ppid, stat, name] = line.trim().split(/\s+/);
    return Number(ppid) === parent && !stat!.startsWith("Z") && name !== "ps" ? [Number(pid)] : [];
  });
}

describe("a strategy in a thread", () => {
  it("sees the bar and the account, keeps what it has seen, and answers targets by symbol", async () => {
    const { begin } = await begun(
      perBar(
        "return symbol === 'AAA' ? { shares: seen * 10 + bar.held, stop: bar.entryPrice === 100 } : { share: bar.close / bar.equity };",
      ),
    );
    const strategy = begin();

    const first = await strategy.ask(closed(1));
    const second = await strategy.ask(closed(2));

    expect(first).toEqual({
      kind: "targets",
      targets: [
        { ticker: "AAA", unit: "shares", amount: 14, isStop: true },
        { ticker: "BBB", unit: "millionths", amount: 5051, isStop: false },
      ],
    });
    expect(second).toMatchObject({ targets: [{ amount: 24 }, { amount: 5051 }] });
  });

  it.each<readonly [string, string, RegExp]>([
    [
      "throws",
      perBar("if (seen === 2) throw new Error('no idea');"),
      /^idea\.js:1: at the close of AAA of 2026-03-11T14:02:00\.000Z it throws: no idea$/,
    ],
    [
      "gives no number",
      perBar("return { share: seen === 2 ? NaN : 0 };"),
      /the share of equity is NaN, not a number from 0 to 1/,
    ],
    [
      "wants what is not there",
      "export const strategy = { forAllSymbols: () => () => ({ ZZZ: { shares: 1 } }) };",
      /it wants ZZZ, of which there are no bars/,
    ],
    [
      "makes buffers, which no limit would hold",
      perBar("return { shares: new Float64Array(8).length };"),
      /Float64Array is not defined/,
    ],
    [
      "takes memory without end",
      perBar("const all = []; for (;;) all.push(new Array(1000).fill(seen));"),
      /it takes more memory than the 64 megabytes it may have\.$/,
    ],
    ...[
      "const all = []; for (;;) all.push(all.length);",
      "const all = new Array(3e7).fill(1.5); return { shares: all[7] };",
      "return { shares: ('x'.repeat(4e8) + 'y').charCodeAt(3e8) };",
      "const all = new Map(); for (;;) all.set(all.size, seen);",
      "return { shares: 'x'.repeat(5e8).split('').length };",
    ].map((body): readonly [string, string, RegExp] => [
      `takes at once what no thread's limit stops: ${body}`,
      perBar(body),
      /it takes more memory than the 64 megabytes it may have\.$/,
    ]),
    [
      "reaches for the machine",
      perBar("bar.constructor.constructor('return process')().exit(7);"),
      /Code generation from strings disallowed/,
    ],
  ])("that %s ends with a sentence, and so does every later question", async (_, text, says) => {
    const strategy = (await begun(text)).begin();

    const answers = [await strategy.ask(closed(1)), await strategy.ask(closed(2))];

    expect(answers[1]).toMatchObject({ kind: "fault", says: expect.stringMatching(says) });
    expect(await strategy.ask(closed(3))).toEqual(answers[1]);
  });

  it("that loops is ended, while another beside it goes on", async () => {
    const limits = { answerMs: 1_500, heapMb: 64, strategiesMax: 8 };
    const looping = (await begun(perBar("if (seen === 1) for (;;);"), limits)).begin();
    const well = (await begun(perBar("return { shares: 1 };"))).begin();

    const [stopped, going] = await Promise.all([looping.ask(closed(1)), well.ask(closed(1))]);

    expect(stopped).toEqual({
      kind: "fault",
      says: "idea.js: it has not answered after 1.5 seconds: it loops.",
    });
    expect(going).toMatchObject({ kind: "targets" });
    expect(await well.ask(closed(2))).toMatchObject({ kind: "targets" });
  });

  it("whose process the machine ends is lost, through no fault of its own", async () => {
    const before = childrenOf(process.pid);
    const strategy = (await begun(perBar("return { shares: 1 };"))).begin();
    expect(await strategy.ask(closed(1))).toMatchObject({ kind: "targets" });
    const pids = childrenOf(process.pid).filter((pid) => !before.includes(pid));
    expect(pids).toHaveLength(1);

    process.kill(pids[0]!, "SIGKILL");

    const lost = { kind: "lost", says: "idea.js: its process was ended by SIGKILL." };
    await expect.poll(() => childrenOf(process.pid)).not.toContain(pids[0]);
    expect(await strategy.ask(closed(2))).toEqual(lost);
    expect(await strategy.ask(closed(3))).toEqual(lost);
  });

  it("does not begin where its file is missing or was changed, and says so", async () => {
    const { installed, begin } = await begun(perBar("return { shares: 2 };"));
    const place = installedPath(folder, installed);

    writeFileSync(place, perBar("return { shares: 3 };"));
    const changed = await begin().ask(closed(1));
    rmSync(place);
    const missing = await begin().ask(closed(1));

    expect(changed).toMatchObject({
      kind: "fault",
      says: expect.stringMatching(/^idea\.js was changed since it was installed: its hash is /),
    });
    expect(missing).toEqual({
      kind: "fault",
      says: "idea.js is not in the strategies of this data folder; install it again.",
    });
  });

  it("does not begin where as many run as may", async () => {
    const { begin } = await begun(perBar("return { shares: 2 };"), {
      ...{ answerMs: 60_000, heapMb: 64, strategiesMax: 1 },
    });
    const first = begin();
    const second = begin();

    expect(await first.ask(closed(1))).toMatchObject({ kind: "targets" });
    expect(await second.ask(closed(1))).toEqual({
      kind: "fault",
      says: "idea.js: this worker runs 1 strategies already.",
    });
  });
});
