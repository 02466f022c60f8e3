import type { BrokerCase } from "./broker-case.ts";
import type { CaseWorld } from "./case-world.ts";
import { holds, matches, same } from "./rule-broken.ts";
import type { WireFault } from "./venue-bench.ts";

/** What each broken answer to an order looks like. */
const BROKEN: Readonly<Record<WireFault, string>> = {
  "silence-before": "is never answered, and never arrived",
  "silence-after": "is never answered, and arrived",
  "hang-up-before": "is cut off before it arrived",
  "hang-up-after": "is cut off after it arrived",
  "server-error-before": "is answered 500, and never arrived",
  "server-error-after": "is answered 503, and arrived",
  "gateway-page-before": "is answered by a gateway's page",
  "refusal-page-before": "is refused by a page of some server in between",
  "redirect-before": "is answered with a redirect",
  "half-answer-after": "is answered in half",
  "empty-answer-after": "is answered with nothing in it",
  "wrong-shape-after": "is answered with something else",
  "too-long-after": "is answered with more than a mebibyte",
};

/** An order without a trustworthy answer may be at the venue: it is unknown, and asked about. */
export const unknownCases: readonly BrokerCase[] = [
  ...(Object.keys(BROKEN) as WireFault[]).map(
    (fault): BrokerCase => ({
      rule: `unknown/${fault}`,
      promise: `calls an order unknown that ${BROKEN[fault]}, and finds out what became of it`,
      needs: [isSilence(fault) ? "lost-answers" : "wire-faults"],
      run: (world) => leftOpen(world, fault),
    }),
  ),
  {
    rule: "unknown/never-repeated",
    promise: "repeats no order by itself",
    needs: ["wire-faults"],
    async run({ broker, resting, venue }) {
      for (const fault of ["server-error-before", "hang-up-before", "redirect-before"] as const) {
        const wanted = resting();
        venue.breakCalls?.({ on: "submit", fault });
        await broker.submit(wanted);
        holds(venue.arrivalsOf(wanted.clientKey) <= 1, `${fault}: the order was sent twice`);
      }
    },
  },
  {
    rule: "unknown/second-attempt-lands",
    promise: "sends an order that never arrived again under the same key, once",
    needs: ["lost-answers"],
    async run({ resting, venue }) {
      const wanted = resting();
      venue.breakCalls?.({ on: "submit", fault: "silence-before" });
      await venue.connect({ patience: "short" }).submit(wanted);
      venue.mendCalls?.();
      const again = await venue.connect().submit({ ...wanted, attempts: 2 });
      same(again.kind, "accepted", "the second answer");
      same(venue.orderCount(), 1, "orders at the venue");
    },
  },
  {
    rule: "unknown/sale-too",
    promise: "treats sales like buys when answers are lost",
    needs: ["wire-faults"],
    async run({ broker, order, sent, venue }) {
      const bought = await sent(order());
      const each = venue.priceOf(bought.ticker);
      await venue.execute(bought.clientKey, { quantity: bought.quantity, price: each });
      const sale = order({ side: "sell" });
      venue.breakCalls?.({ on: "submit", fault: "server-error-after" });
      same((await broker.submit(sale)).kind, "unknown", "the answer");
      venue.mendCalls?.();
      matches(await broker.find(sale), { side: "sell", quantity: 10 }, "find");
    },
  },
  {
    rule: "unknown/others-go-on",
    promise: "sends other orders after one that is unknown",
    needs: ["wire-faults"],
    async run({ broker, resting, sent, venue }) {
      venue.breakCalls?.({ on: "submit", fault: "hang-up-after" });
      same((await broker.submit(resting())).kind, "unknown", "the answer");
      venue.mendCalls?.();
      await sent(resting({ ticker: venue.tickers.second }));
    },
  },
  {
    rule: "unknown/in-words",
    promise: "says in one line why an order is unknown",
    needs: ["wire-faults"],
    async run({ broker, resting, venue }) {
      for (const fault of [
        "server-error-before",
        "gateway-page-before",
        "hang-up-before",
      ] as const) {
        venue.breakCalls?.({ on: "submit", fault });
        const answer = await broker.submit(resting());
        holds(answer.kind === "unknown", `${fault}: the answer is ${JSON.stringify(answer)}`);
        const { message } = answer;
        holds(
          0 < message.length && message.length <= 500 && !/[\n{}<>]/.test(message),
          `${fault}: the message is “${message}”`,
        );
      }
    },
  },
];

function isSilence(fault: WireFault): boolean {
  return fault.startsWith("silence");
}

async function leftOpen({ resting, until, venue }: CaseWorld, fault: WireFault): Promise<void> {
  const wanted = resting();
  venue.breakCalls?.({ on: "submit", fault });
  const sender = venue.connect({ patience: isSilence(fault) ? "short" : "usual" });
  const answer = await sender.submit(wanted);
  same(answer.kind, "unknown", "the answer");
  venue.mendCalls?.();
  // The request may still be on its way when the adapter has given up.
  if (fault.endsWith("-after"))
    await until("the order is at the venue", () => venue.orderOf(wanted.clientKey) !== undefined);
  const isThere = venue.orderOf(wanted.clientKey) !== undefined;
  same(isThere, fault.endsWith("-after"), "the order is at the venue");
  const report = await venue.connect().find(wanted);
  if (isThere) matches(report, { state: "working", quantity: 10, filled: 0 }, "find");
  else same(report, undefined, "find");
}
