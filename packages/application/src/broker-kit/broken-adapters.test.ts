import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";

import type { Broker } from "../ports/broker.ts";
import { SIMULATED_FAULTS } from "../testing/simulated-faults.ts";
import { drain } from "../testing/trading-world.ts";
import { BROKER_CASES } from "./broker-cases.ts";
import { runBrokerCases } from "./run-broker-cases.ts";
import { simulatedBench } from "./simulated/simulated-bench.ts";
import type { VenueBench } from "./venue-bench.ts";

describe("the conformance kit", () => {
  it.each(SIMULATED_FAULTS)(
    "catches an adapter that %s, by the rule's name",
    async (_, plant, rules) => {
      const bench = planted(plant);
      const cases = BROKER_CASES.filter(({ rule }) => rules.includes(rule));
      expect(cases).toHaveLength(rules.length);

      const results = await runBrokerCases(bench, cases, NO_HURRY);

      expect(results.filter(({ outcome }) => outcome !== "failed")).toEqual([]);
    },
  );

  it("gives every rule a name of its own, and a sentence", () => {
    const rules = BROKER_CASES.map(({ rule }) => rule);
    expect(new Set(rules).size).toBe(rules.length);
    for (const { promise, rule } of BROKER_CASES) {
      expect(rule).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
      expect(promise).toMatch(/^[a-z].*[^.]$/);
    }
  });

  it("names the order that an adapter says was refused", async () => {
    const bench = planted(() => ({
      submit: async () => ({ kind: "rejected", cause: "shares", message: "Nothing to sell." }),
    }));
    const rules = ["submit/sell", "echo/limit-in-units", "account/cash-after-buy"];
    const cases = BROKER_CASES.filter(({ rule }) => rules.includes(rule));

    const results = await runBrokerCases(bench, cases, NO_HURRY);

    const answer = '{"kind":"rejected","cause":"shares","message":"Nothing to sell."}';
    expect(new Set(results.map((each) => "message" in each && each.message))).toEqual(
      new Set([
        `a sound order, buy 10 AAPL, was answered ${answer}`,
        `a sound order, buy 10 AAPL at 1.01, was answered ${answer}`,
      ]),
    );
  });

  it("says that nothing was sent under the key of an order", async () => {
    const bench = planted(({ submit }) => ({
      submit: (order) => submit({ ...order, clientKey: `${order.clientKey}-1` }),
    }));
    const cases = BROKER_CASES.filter(({ rule }) => rule === "account/cash-after-buy");

    expect(await runBrokerCases(bench, cases, NO_HURRY)).toMatchObject([
      {
        outcome: "failed",
        message: expect.stringMatching(/^the venue has no order of the key [A-Z]+$/),
      },
    ]);
  });

  it.each(["submit", "cancel"] as const)("says that it was %s which threw", async (name) => {
    const bench = planted(() => ({ [name]: () => Promise.reject(new Error("no line")) }));
    const rule = { submit: "unknown/silence-after", cancel: "cancel/working" }[name];
    const cases = BROKER_CASES.filter((each) => each.rule === rule);

    expect(await runBrokerCases(bench, cases, NO_HURRY)).toMatchObject([
      { outcome: "failed", message: `${name} rejected with Error: no line; it has to answer` },
    ]);
  });

  it("tries adapters that are objects of a class", async () => {
    const sound = planted(() => ({}));
    const bench: VenueBench = {
      ...sound,
      async open() {
        const venue = await sound.open();
        return { ...venue, connect: (options) => ofClass(venue.connect(options)) };
      },
    };
    const cases = BROKER_CASES.filter(({ rule }) => rule.startsWith("submit/"));

    const results = await runBrokerCases(bench, cases, NO_HURRY);

    expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });

  it("says which failure a read may end with", async () => {
    const bench = planted(() => ({ ordersSince: () => Promise.reject(new Error("no line")) }));
    const cases = BROKER_CASES.filter(({ rule }) => rule === "keys/wrong-read");

    expect(await runBrokerCases(bench, cases, NO_HURRY)).toMatchObject([
      {
        outcome: "failed",
        message:
          "ordersSince: rejected with Error: no line, and not with the BrokerUnavailable of @sevenfold/application/ports/broker",
      },
    ]);
  });

  it("lets no case pass whose fault the bench cannot bring about", async () => {
    const sound = simulatedBench(drain);
    const bench: VenueBench = {
      ...sound,
      capabilities: [...sound.capabilities, "day-end"],
    };
    const cases = BROKER_CASES.filter(({ rule }) => rule === "clock/across-a-day");

    expect(await runBrokerCases(bench, cases, NO_HURRY)).toMatchObject([
      { outcome: "failed", message: "the bench claims day-end and has no passDayEnd()" },
    ]);
  });

  it("ends a case that never comes to an end", async () => {
    const bench = planted(() => ({ positions: () => new Promise(() => undefined) }));
    const cases = BROKER_CASES.filter(({ rule }) => rule === "position/none");
    const hurry = { monotonicMs: () => 0, sleep: async () => drain() };

    expect(await runBrokerCases(bench, cases, hurry)).toMatchObject([
      { outcome: "failed", message: "no end after 30 seconds" },
    ]);
  });
});

/** The limit of a case is never reached. */
const NO_HURRY = {
  monotonicMs: () => 0,
  sleep: (_: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve())),
};

function planted(plant: (broker: Broker) => Partial<Broker>): VenueBench {
  const sound = simulatedBench(drain);
  return {
    ...sound,
    async open() {
      const venue = await sound.open();
      return {
        ...venue,
        connect(options) {
          const broker = venue.connect(options);
          return { ...broker, ...plant(broker) };
        },
      };
    },
  };
}

/** The same adapter, with its methods on a prototype and its state out of reach. */
function ofClass(broker: Broker): Broker {
  class Adapter {
    readonly #broker = broker;
    account = () => this.#broker.account();
    positions = () => this.#broker.positions();
    foreign = (...of: Parameters<Broker["foreign"]>) => this.#broker.foreign(...of);
    ordersSince = (since: Parameters<Broker["ordersSince"]>[0]) => this.#broker.ordersSince(since);
    activitiesSince = (since: Parameters<Broker["activitiesSince"]>[0]) =>
      this.#broker.activitiesSince(since);
    notices = (signal: AbortSignal) => this.#broker.notices(signal);
    find(order: Order) {
      return this.#broker.find(order);
    }
    submit(order: Order) {
      return this.#broker.submit(order);
    }
    cancel(order: Order) {
      return this.#broker.cancel(order);
    }
    executionsSince(since: Parameters<Broker["executionsSince"]>[0]) {
      return this.#broker.executionsSince(since);
    }
  }
  return new Adapter();
}
