import { describe, expect, it } from "vitest";

import type { BrokerNotice } from "../../ports/broker.ts";
import { attachedAccount } from "../../testing/attached-account.ts";
import { inTime } from "../../testing/trading-world.ts";
import { hearBroker, reconcile } from "./hear-broker.ts";

describe("a broker's stream that broke and came back", () => {
  it("is trusted with no order before books and broker have agreed anew", async () => {
    const { followed, needs, see, world } = await attachedAccount();
    see(100);
    const { broker } = followed;
    Object.assign(followed, { broker: saying(broker, [{ kind: "connected" }]) });
    await hearBroker(needs, followed);
    await inTime(world, reconcile(needs, followed));
    expect(followed.isReconciled).toBe(true);

    Object.assign(followed, { broker: saying(broker, BREAK) });
    await hearBroker(needs, followed);
    expect(followed).toMatchObject({ isReconciled: false, isStreamConnected: true });
    expect(see(90)).toEqual([]);
    await inTime(world, reconcile(needs, followed));

    expect(followed.isReconciled).toBe(true);
    expect(see(89)).toMatchObject([{ side: "buy" }]);
  });

  it("is told to the log each time books and broker agree anew, and not while they do", async () => {
    const { followed, needs, world } = await attachedAccount();
    followed.isReconciled = false;
    const told = () => world.log.lines.filter(({ event }) => event === "account-reconciled");
    await inTime(world, reconcile(needs, followed));
    await inTime(world, reconcile(needs, followed));
    expect(told()).toMatchObject([{ facts: { accountId: world.accountId } }]);

    Object.assign(followed, { broker: saying(followed.broker, BREAK) });
    await hearBroker(needs, followed);
    await inTime(world, reconcile(needs, followed));

    expect(told()).toHaveLength(2);
  });
});

const BREAK: readonly BrokerNotice[] = [
  { kind: "disconnected", message: "The line broke." },
  { kind: "connected" },
];

const saying = <Broker extends object>(broker: Broker, said: readonly BrokerNotice[]): Broker => ({
  ...broker,
  async *notices() {
    yield* said;
  },
});
