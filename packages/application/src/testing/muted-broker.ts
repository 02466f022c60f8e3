import { type Broker, BrokerUnavailable } from "../ports/broker.ts";
import type { WorldShape } from "./world/world.ts";

export type Question = "executionsSince" | "positions";

/** Around a world's broker: it fails to answer what is in `mute`. */
export function mutedBroker(): {
  readonly mute: Set<Question>;
  readonly asked: (question: Question) => number;
  readonly around: NonNullable<WorldShape["around"]>;
} {
  const mute = new Set<Question>();
  const counts: Record<Question, number> = { executionsSince: 0, positions: 0 };
  const answering =
    <Asked, Answer>(question: Question, ask: (asked: Asked) => Promise<Answer>) =>
    (asked: Asked): Promise<Answer> => {
      counts[question] += 1;
      return mute.has(question)
        ? Promise.reject(new BrokerUnavailable("network", "A page is missing."))
        : ask(asked);
    };
  const muted = (broker: Broker): Broker => ({
    ...broker,
    executionsSince: answering("executionsSince", broker.executionsSince),
    positions: answering<void, Awaited<ReturnType<Broker["positions"]>>>(
      "positions",
      broker.positions,
    ),
  });
  return {
    mute,
    asked: (question) => counts[question],
    around(ports) {
      const connect: typeof ports.brokers.connect = async (id) =>
        muted(await ports.brokers.connect(id));
      return { ...ports, brokers: { ...ports.brokers, connect } };
    },
  };
}
