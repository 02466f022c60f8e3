import { WIRE_FAULTS } from "@sevenfold/application/broker-kit/venue-bench";
import { BrokerUnavailable, type Execution } from "@sevenfold/application/ports/broker";
import type { Instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { type EtradeSettings, etradeBroker } from "../../etrade/etrade-broker.ts";
import type { WireFaultPlanted } from "./alpaca-faults.ts";

let lists = 0;

type Summed = (sums: readonly Execution[]) => readonly Execution[];

const listing =
  (change: Summed): WireFaultPlanted<EtradeSettings>[1] =>
  ({ executionsSince }) => ({
    executionsSince: async (since) => change(await executionsSince(since)),
  });

/** Faults that only a venue can show whose tokens end and that tells sums. */
export const ETRADE_FAULTS: readonly WireFaultPlanted<EtradeSettings>[] = [
  [
    "takes a sum for an execution",
    listing((sums) => sums.map(({ asSum: _, ...sum }) => sum)),
    ["sum/so-far"],
  ],
  [
    "lists every sum twice",
    listing((sums) => sums.flatMap((sum) => [sum, sum])),
    ["sum/one-of-each-order"],
  ],
  [
    "adds a cent to every average",
    listing((sums) => sums.map((sum) => ({ ...sum, price: price(sum.price + 100) }))),
    ["sum/average-price"],
  ],
  [
    "names a sum anew at every look",
    listing((sums) => {
      lists += 1;
      return sums.map((sum) => ({ ...sum, executionId: `${sum.executionId}-${lists}` }));
    }),
    ["sum/same-id-while-same"],
  ],
  [
    "names a sum by its order alone",
    ({ notices }) => ({
      async *notices(signal) {
        for await (const notice of notices(signal))
          yield notice.kind === "execution"
            ? {
                ...notice,
                execution: { ...notice.execution, executionId: notice.execution.brokerOrderId },
              }
            : notice;
      },
    }),
    ["sum/each-growth-told"],
  ],
  [
    "takes whole shares of an order for parts for those of an order of ours",
    ({ activitiesSince }) => ({
      activitiesSince: async (since) =>
        (await activitiesSince(since)).filter(({ id }) => !id.startsWith("trade:")),
    }),
    ["foreign/parts-traded"],
  ],
  [
    "tells the time it was told first",
    ({ clock }) => {
      let first: Promise<Instant> | undefined;
      return { clock: () => (first ??= clock!()) };
    },
    ["clock/venue-time"],
  ],
  [
    "wakes no token",
    (_, settings) => etradeBroker({ ...settings, oauthUrl: `${settings.oauthUrl}/nowhere` }),
    ["token/idle"],
  ],
  [
    "takes a renewal without an answer for a refusal",
    ({ account }) => {
      let reads = 0;
      return {
        async account() {
          reads += 1;
          if (1 < reads) throw new BrokerUnavailable("needs-authorisation", "E*TRADE refuses.");
          return account();
        },
      };
    },
    WIRE_FAULTS.map((fault) => `token/renewal-${fault}`),
  ],
  [
    "blames the keys when a sign-in is over",
    ({ account, submit }) => ({
      account: () =>
        account().catch(() => {
          throw new BrokerUnavailable("credentials", "E*TRADE refuses.");
        }),
      async submit(order) {
        const answer = await submit(order);
        return answer.kind === "rejected" ? { ...answer, cause: "credentials" } : answer;
      },
    }),
    ["token/expired", "token/expired-submit", "token/own-words"],
  ],
];
