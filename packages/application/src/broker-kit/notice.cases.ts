import { shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { holds, matches, same } from "./rule-broken.ts";

/** What the venue says by itself, or the adapter by looking again and again. */
export const noticeCases: readonly BrokerCase[] = [
  {
    rule: "notice/connected-first",
    promise: "begins its notices with connected",
    async run({ hear }) {
      same((await hear()).all[0]?.kind, "connected", "the first notice");
    },
  },
  {
    rule: "notice/order-told",
    promise: "tells of an order that was sent after it connected, once something happens to it",
    async run({ hear, order, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("it is told", () => heard.lastReportOf(wanted) !== undefined);
      matches(
        heard.lastReportOf(wanted),
        { ticker: wanted.ticker, side: "buy", quantity: 10 },
        "the report",
      );
    },
  },
  {
    rule: "notice/rejected-later",
    promise: "tells that the venue rejected an order it had accepted",
    needs: ["later-ends"],
    async run({ broker, hear, resting, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(resting());
      await venue.end(wanted.clientKey, "rejected");
      await until("it is told", () => heard.lastReportOf(wanted)?.state === "rejected");
      same((await broker.find(wanted))?.state, "rejected", "the state found");
    },
  },
  {
    rule: "notice/expired",
    promise: "tells that an order expired",
    needs: ["later-ends"],
    async run({ broker, hear, resting, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(resting());
      await venue.end(wanted.clientKey, "expired");
      await until("it is told", () => heard.lastReportOf(wanted)?.state === "expired");
      same((await broker.find(wanted))?.state, "expired", "the state found");
    },
  },
  {
    rule: "notice/canceled-elsewhere",
    promise: "tells that somebody else canceled an order",
    needs: ["later-ends"],
    async run({ hear, resting, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(resting());
      await venue.end(wanted.clientKey, "canceled");
      await until("it is told", () => heard.lastReportOf(wanted)?.state === "canceled");
    },
  },
  {
    rule: "notice/strange-state",
    promise: "reports a state it does not know as suspended, never as an end",
    needs: ["strange-states"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting());
      venue.useStrangeStates?.();
      same((await broker.find(wanted))?.state, "suspended", "the state found");
    },
  },
  {
    rule: "notice/break-told",
    promise: "tells that its line broke off, and that it is back",
    needs: ["stream-breaks"],
    async run({ hear, until, venue }) {
      const heard = await hear();
      await venue.breakStream?.();
      await until("the break is told", () => 0 < heard.count("disconnected"));
      venue.mendStream?.();
      await until("the return is told", () => 1 < heard.count("connected"));
    },
  },
  {
    rule: "notice/missed-is-listed",
    promise: "lists what happened while its line was broken",
    needs: ["stream-breaks"],
    async run({ broker, hear, order, sent, start, until, venue }) {
      const heard = await hear();
      const wanted = await sent(order());
      await venue.breakStream?.();
      await until("the break is told", () => 0 < heard.count("disconnected"));
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      venue.mendStream?.();
      await until("the return is told", () => 1 < heard.count("connected"));
      same((await broker.executionsSince(start)).length, 1, "executions listed");
      matches(await broker.find(wanted), { state: "filled", filled: 10 }, "find");
    },
  },
  {
    rule: "notice/hears-again",
    promise: "tells what happens after its line is back",
    needs: ["stream-breaks"],
    async run({ hear, order, sent, until, venue }) {
      const heard = await hear();
      await venue.breakStream?.();
      await until("the break is told", () => 0 < heard.count("disconnected"));
      venue.mendStream?.();
      await until("the return is told", () => 1 < heard.count("connected"));
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("the fill is told", () => heard.executionsOf(wanted).length === 1);
    },
  },
  {
    rule: "notice/repeated-message",
    promise: "gives a message that comes twice the same execution id twice",
    needs: ["push-stream"],
    async run({ hear, order, sent, until, venue }) {
      const heard = await hear();
      venue.repeatMessages?.();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("the end is told", () => 1 < heard.count("order"));
      const ids = new Set(heard.executionsOf(wanted).map(({ executionId }) => executionId));
      same(ids.size, 1, "different ids of one execution");
    },
  },
  {
    rule: "notice/garbage",
    promise: "passes over messages it cannot read, and hears the next",
    needs: ["push-stream"],
    async run({ hear, order, sent, until, venue }) {
      const heard = await hear();
      venue.sendGarbage?.();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("the fill is told", () => heard.executionsOf(wanted).length === 1);
      same(heard.count("disconnected"), 0, "breaks told");
    },
  },
  {
    rule: "notice/ends-when-told",
    promise: "ends its notices when the reader stops",
    async run({ hear, until }) {
      const heard = await hear();
      let isOver = false;
      void heard.stop().then(() => {
        isOver = true;
      });
      await until("the notices end", () => isOver);
    },
  },
  {
    rule: "notice/never-begins",
    promise: "ends at once when the reader had stopped before",
    async run({ broker, until }) {
      const ended = new AbortController();
      ended.abort();
      let ending: string | undefined;
      const reading = (async () => {
        for await (const _ of broker.notices(ended.signal));
      })();
      reading.then(
        () => {
          ending = "in peace";
        },
        (error: unknown) => {
          ending = `with ${String(error)}`;
        },
      );
      await until("the notices end", () => ending !== undefined);
      same(ending, "in peace", "they ended");
    },
  },
  {
    rule: "notice/read-anew",
    promise: "begins its notices anew for a second reader after the first",
    async run({ hear, order, sent, until, venue }) {
      await (await hear()).stop();
      const heard = await hear();
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      await until("the fill is told", () => heard.executionsOf(wanted).length === 1);
    },
  },
  {
    rule: "notice/of-other-hands",
    promise: "tells of orders that were placed at the venue's own site",
    needs: ["foreign-orders"],
    async run({ hear, until, venue }) {
      const heard = await hear();
      const ticker = venue.tickers.second;
      const each = venue.priceOf(ticker);
      await venue.placeElsewhere?.([{ ticker, quantity: shares(2), limit: each, tradedAt: each }]);
      await until("the execution is told", () => 0 < heard.count("execution"));
      const notice = heard.all.find(({ kind }) => kind === "execution");
      holds(notice?.kind === "execution", "an execution is told");
      matches(notice.execution, { ticker, quantity: 2, price: each }, "the execution");
    },
  },
];
