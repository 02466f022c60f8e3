import { describe, expect, it } from "vitest";
import { AAPL, holdShares, inTime, openTestWorld } from "../../testing/trading-world.ts";
import { openSharesThere } from "./shares-there.ts";

/** A broker that fails so often before it says what it holds; how often it was asked is counted. */
async function asking(failures: number) {
  const world = await openTestWorld({ automationEnabled: false, tickers: [AAPL] });
  await holdShares(world, AAPL, 10, true);
  const process = world.start();
  const { brokers, clock } = process.needs;
  const broker = await brokers.connect(world.accountId);
  const asked = { times: 0 };
  const positions = async () => {
    asked.times += 1;
    if (asked.times <= failures) throw new Error("The gateway answered 502.");
    return broker.positions();
  };
  const connect = async () => ({ ...broker, positions });
  const begunMs = clock.monotonicMs();
  const answer = await inTime(
    world,
    openSharesThere({ clock, brokers: { connect } })(world.accountId),
  );
  const tookMs = clock.monotonicMs() - begunMs;
  await inTime(world, process.stop());
  return { answer, asked: asked.times, tookMs };
}

describe("the shares that a broker says it has", () => {
  it("are asked for again where the broker fails, within the time that is waited for", async () => {
    const { answer, asked } = await asking(2);
    expect(answer).toEqual(new Map([[AAPL, 10]]));
    expect(asked).toBe(3);
  });

  it("are unknown where it fails all of that time, and it is asked no more", async () => {
    const { answer, asked, tookMs } = await asking(99);
    expect(answer).toBeUndefined();
    expect(asked).toBe(6);
    expect(tookMs).toBe(3_000);
  });
});
