import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import type { Instant, Print } from "@sevenfold/domain/market";
import { expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../../broker-kit/simulated/virtual-clock.ts";
import { scriptedProvider } from "../../testing/scripted-prices.ts";
import { AAPL, drain } from "../../testing/trading-world.ts";
import { recordingLog } from "../../testing/world/recording-log.ts";
import { openFailover } from "./failover.ts";
import { openPriceBoard } from "./price-board.ts";

it("takes back what a provider told that was in use before", async () => {
  const clock = new VirtualClock(Date.UTC(2026, 2, 11, 14) as Instant, drain);
  const first = scriptedProvider(clock, { id: "first" }, { AAPL: 210 });
  const second = scriptedProvider(clock, { id: "second" }, { AAPL: 200 });
  const needs = { calendar: ALWAYS_CALENDAR, clock, log: recordingLog() };
  const marketData = openFailover({ ...needs, providers: [first, second] });
  const board = openPriceBoard({ ...needs, marketData });
  onTestFinished(() => board.stop());
  const [heard, takenBack]: [Print[], Print[]] = [[], []];
  board.listen(
    (prints) => heard.push(...prints),
    (prints) => takenBack.push(...prints),
  );
  board.watch([AAPL]);
  await clock.pass(5_000);
  const told = heard.at(-1)!;
  first.mood = "away";
  await clock.pass(6_000);
  first.mood = "well";
  await clock.pass(20_000);
  expect(board.latest(AAPL)?.from.id).toBe("second");

  first.aside.push({ kind: "taken-back", prints: [told] });
  await clock.pass(2_000);

  expect(told.price).toBe(2_100_000);
  expect(takenBack).toEqual([told]);
});
