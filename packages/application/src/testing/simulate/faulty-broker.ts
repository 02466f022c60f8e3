import { shares } from "@sevenfold/domain/money";

import {
  type Broker,
  type BrokerNotice,
  BrokerUnavailable,
  type Execution,
} from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { FaultOf } from "./fault-catalogue.ts";
import type { PlannedFaults } from "./planned-faults.ts";

interface Needs {
  readonly account: number;
  readonly clock: Clock;
  /** Of somebody else's order the books know no size but the one the broker tells. */
  readonly isOurs: (brokerOrderId: string) => boolean;
  readonly faults: PlannedFaults;
  /** A question of how things stand there got no answer. */
  readonly onUnread: () => void;
}

const SLOW_MS_MAX = 20_000;

/** The way to one account's venue with what goes wrong on it, beside what the venue's own plan says. */
export function faultyBroker(broker: Broker, needs: Needs): Broker {
  const { account, clock, faults, isOurs, onUnread } = needs;
  const meets = (kind: FaultOf<"broker">) => faults.meets("broker", kind, account);
  const linger = async () => {
    if (meets("slow-answer")) await clock.sleep(faults.chance.between(1_000, SLOW_MS_MAX));
  };

  function unread(...problem: ConstructorParameters<typeof BrokerUnavailable>): BrokerUnavailable {
    onUnread();
    return new BrokerUnavailable(...problem);
  }
  async function read<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    await linger();
    const answer = await ask();
    if (meets("server-error")) throw unread("network", GATEWAY);
    if (meets("garbled-answer")) throw unread("unreadable", GARBLED);
    return answer;
  }
  const readPages = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
    read(async () => {
      const answer = await ask();
      if (meets("failed-page")) throw unread("network", "A page is missing.");
      return answer;
    });

  return {
    ...broker,
    async submit(order) {
      await linger();
      const isLost = meets("server-error");
      if (isLost && faults.chance.happens(0.5)) return { kind: "unknown", message: GATEWAY };
      const answer = await broker.submit(order);
      if (isLost) return { kind: "unknown", message: GATEWAY };
      return meets("garbled-answer") ? { kind: "unknown", message: GARBLED } : answer;
    },
    async cancel(order) {
      await linger();
      if (meets("server-error")) return "unknown";
      const answer = await broker.cancel(order);
      return meets("garbled-answer") ? "unknown" : answer;
    },
    find: (order) => read(() => broker.find(order)),
    ordersSince: (since) => readPages(() => broker.ordersSince(since)),
    activitiesSince: (since) => readPages(() => broker.activitiesSince(since)),
    executionsSince: (since) => readPages(() => broker.executionsSince(since)),
    account: () => read(() => broker.account()),
    positions: () => read(() => broker.positions()),
    async *notices(signal) {
      for await (const notice of broker.notices(signal)) {
        if (isLine(notice) || !faults.isOn("broker", "silent-stream", account)) yield notice;
        if (notice.kind !== "execution" || !isOurs(notice.execution.brokerOrderId)) continue;
        if (meets("overfill")) yield { kind: "execution", execution: overfilled(notice.execution) };
      }
    },
  };
}

const GATEWAY = "The simulated gateway answered 502.";
const GARBLED = "The simulated venue's answer cannot be read.";

const isLine = ({ kind }: BrokerNotice): boolean => kind === "connected" || kind === "disconnected";

/** More than any order of ours holds, as an execution of its own. */
const overfilled = (execution: Execution): Execution => ({
  ...execution,
  executionId: `${execution.executionId}-again`,
  quantity: shares(1_000_000),
});
