import { shares } from "@sevenfold/domain/money";

import type { BrokerCase } from "./broker-case.ts";
import { holds, matches, same } from "./rule-broken.ts";

/** A cancel is a wish; the end comes from the venue. */
export const cancelCases: readonly BrokerCase[] = [
  {
    rule: "cancel/working",
    promise: "asks for a cancel, and the order ends canceled",
    async run({ broker, resting, sent, until, venue }) {
      const wanted = await sent(resting());
      same(await broker.cancel(wanted), "requested", "the answer");
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
      same(venue.orderOf(wanted.clientKey)?.isOpen, false, "open at the venue");
    },
  },
  {
    rule: "cancel/told",
    promise: "tells the end of a canceled order as a notice",
    async run({ broker, hear, resting, sent, until }) {
      const heard = await hear();
      const wanted = await sent(resting());
      await broker.cancel(wanted);
      await until(
        "a notice that it is canceled",
        () => heard.lastReportOf(wanted)?.state === "canceled",
      );
    },
  },
  {
    rule: "cancel/keeps-fills",
    promise: "keeps what was filled of a canceled order",
    async run({ broker, order, sent, until, venue }) {
      const wanted = await sent(order({ limit: venue.priceOf(venue.tickers.first) }));
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(4), price: each });
      same(await broker.cancel(wanted), "requested", "the answer");
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
      same((await broker.find(wanted))?.filled, 4, "filled");
    },
  },
  {
    rule: "cancel/filled-is-too-late",
    promise: "says that a filled order cannot be canceled",
    async run({ broker, order, sent, venue }) {
      const wanted = await sent(order());
      const each = venue.priceOf(wanted.ticker);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: each });
      same(await broker.cancel(wanted), "too-late", "the answer");
      same((await broker.find(wanted))?.state, "filled", "the state");
    },
  },
  {
    rule: "cancel/twice",
    promise: "takes a second cancel calmly",
    async run({ broker, resting, sent, until }) {
      const wanted = await sent(resting());
      await broker.cancel(wanted);
      const again = await broker.cancel(wanted);
      holds(again !== "unknown", "a second cancel is answered unknown");
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
      same(await broker.cancel(wanted), "too-late", "the answer after the end");
    },
  },
  {
    rule: "cancel/one-only",
    promise: "cancels that order and no other",
    async run({ broker, resting, sent, until }) {
      const [one, other] = [await sent(resting()), await sent(resting())];
      await broker.cancel(one);
      await until("canceled", async () => (await broker.find(one))?.state === "canceled");
      same((await broker.find(other))?.state, "working", "the state of the other");
    },
  },
  {
    rule: "cancel/never-sent",
    promise: "claims nothing about an order the venue never had",
    async run({ broker, resting, sent, venue }) {
      const other = await sent(resting());
      const answer = await broker.cancel(resting());
      holds(answer !== "requested", "a cancel of nothing is answered requested");
      same(venue.orderOf(other.clientKey)?.isOpen, true, "the other order is open");
    },
  },
  {
    rule: "cancel/asked-is-not-done",
    promise: "reports an order as working while the venue has not decided its cancel",
    needs: ["held-cancels"],
    async run({ broker, resting, sent, until, venue }) {
      const wanted = await sent(resting());
      venue.holdCancels?.();
      same(await broker.cancel(wanted), "requested", "the answer");
      same((await broker.find(wanted))?.state, "working", "the state meanwhile");
      await venue.end(wanted.clientKey, "canceled");
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
    },
  },
  {
    rule: "cancel/fill-wins",
    promise: "reports an order as filled when the fill was faster than the cancel",
    needs: ["held-cancels"],
    async run({ broker, hear, resting, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(resting());
      venue.holdCancels?.();
      await broker.cancel(wanted);
      await venue.execute(wanted.clientKey, { quantity: shares(10), price: wanted.limit! });
      await until("the fill is told", () => heard.executionsOf(wanted).length === 1);
      matches(await broker.find(wanted), { state: "filled", filled: 10 }, "find");
      same(await broker.cancel(wanted), "too-late", "a later cancel");
    },
  },
  {
    rule: "cancel/part-wins",
    promise: "tells the part that was filled while a cancel was on its way",
    needs: ["held-cancels"],
    async run({ broker, hear, resting, sent, until, venue }) {
      const heard = await hear();
      const wanted = await sent(resting());
      venue.holdCancels?.();
      await broker.cancel(wanted);
      await venue.execute(wanted.clientKey, { quantity: shares(3), price: wanted.limit! });
      await venue.end(wanted.clientKey, "canceled");
      await until(
        "part and end are told",
        () =>
          heard.executionsOf(wanted)[0]?.quantity === 3 &&
          heard.lastReportOf(wanted)?.state === "canceled",
      );
      matches(await broker.find(wanted), { state: "canceled", filled: 3 }, "find");
    },
  },
  {
    rule: "cancel/late-fill-told",
    promise: "tells a fill that comes after the cancel was confirmed",
    needs: ["late-fills"],
    async run({ broker, hear, resting, sent, start, until, venue }) {
      const heard = await hear();
      const wanted = await sent(resting());
      await broker.cancel(wanted);
      await until("canceled", () => heard.lastReportOf(wanted)?.state === "canceled");
      await venue.pass(1_000);
      await venue.execute(wanted.clientKey, { quantity: shares(2), price: wanted.limit! });
      await until("the late fill is told", () => heard.executionsOf(wanted).length === 1);
      const listed = await broker.executionsSince(start);
      same(listed[0]?.executionId, heard.executionsOf(wanted)[0]?.executionId, "its id");
    },
  },
  {
    rule: "cancel/late-fill-stays-ended",
    promise: "keeps an order ended that was filled in part after its cancel",
    needs: ["late-fills"],
    async run({ broker, resting, sent, until, venue }) {
      const wanted = await sent(resting());
      await broker.cancel(wanted);
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
      await venue.execute(wanted.clientKey, { quantity: shares(2), price: wanted.limit! });
      matches(await broker.find(wanted), { state: "canceled", filled: 2 }, "find");
    },
  },
  {
    rule: "cancel/lost-before",
    promise: "calls a cancel unknown that the venue never heard of",
    needs: ["lost-answers"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting());
      venue.breakCalls?.({ on: "cancel", fault: "silence-before" });
      same(await venue.connect({ patience: "short" }).cancel(wanted), "unknown", "the answer");
      venue.mendCalls?.();
      same((await broker.find(wanted))?.state, "working", "the state");
    },
  },
  {
    rule: "cancel/lost-after",
    promise: "calls a cancel unknown whose answer was lost, and finds the end",
    needs: ["wire-faults"],
    async run({ broker, resting, sent, until, venue }) {
      const wanted = await sent(resting());
      venue.breakCalls?.({ on: "cancel", fault: "hang-up-after" });
      same(await broker.cancel(wanted), "unknown", "the answer");
      venue.mendCalls?.();
      await until("canceled", async () => (await broker.find(wanted))?.state === "canceled");
    },
  },
  {
    rule: "cancel/server-error",
    promise: "calls a cancel unknown that was answered by a server's fault",
    needs: ["wire-faults"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting());
      for (const fault of ["server-error-before", "gateway-page-before"] as const) {
        venue.breakCalls?.({ on: "cancel", fault });
        same(await broker.cancel(wanted), "unknown", `the answer after ${fault}`);
      }
      venue.mendCalls?.();
      same(await broker.cancel(wanted), "requested", "the answer once mended");
    },
  },
];
