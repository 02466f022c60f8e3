import type { BrokerUnavailable } from "../ports/broker.ts";
import type { BrokerCase } from "./broker-case.ts";
import { filled } from "./fill.cases.ts";
import { holds, same, unavailable } from "./rule-broken.ts";

/** Keys, tokens, and accounts that may not trade. */
export const accessCases: readonly BrokerCase[] = [
  {
    rule: "keys/wrong-read",
    promise: "lets reads fail for their keys when the venue never issued them",
    needs: ["wrong-keys"],
    async run({ start, venue }) {
      const broker = venue.connect({ keys: "wrong" });
      const reads = {
        account: () => broker.account(),
        positions: () => broker.positions(),
        ordersSince: () => broker.ordersSince(start),
        executionsSince: () => broker.executionsSince(start),
      };
      for (const [name, read] of Object.entries(reads))
        inOneLine(await unavailable(read(), name, ["credentials"]));
    },
  },
  {
    rule: "keys/wrong-submit",
    promise: "tells an order that is refused for its keys as rejected for them",
    needs: ["wrong-keys"],
    async run({ resting, venue }) {
      const answer = await venue.connect({ keys: "wrong" }).submit(resting());
      holds(answer.kind === "rejected", `the answer is ${JSON.stringify(answer)}`);
      same(answer.cause, "credentials", "the cause");
      same(venue.orderCount(), 0, "orders at the venue");
    },
  },
  {
    rule: "keys/wrong-notices",
    promise: "tells by its notices that the keys are refused",
    needs: ["wrong-keys"],
    async run({ listen, until, venue }) {
      const heard = listen(venue.connect({ keys: "wrong" }));
      await until("refused keys are told", () =>
        heard.all.some((notice) => notice.kind === "disconnected" && notice.areKeysRefused),
      );
      same(heard.count("connected"), 0, "times it said connected");
    },
  },
  {
    rule: "keys/revoked",
    promise: "notices that the venue does not accept its keys any more",
    needs: ["revoked-keys"],
    async run({ broker, venue }) {
      await broker.account();
      await venue.revokeKeys?.();
      inOneLine(await unavailable(broker.account(), "the account", ["credentials"]));
    },
  },
  {
    rule: "keys/revoked-second-attempt",
    promise: "leaves an order open whose second attempt is refused for its keys",
    needs: ["revoked-keys"],
    async run({ broker, resting, venue }) {
      await venue.revokeKeys?.();
      same((await broker.submit(resting({ attempts: 2 }))).kind, "unknown", "the answer");
    },
  },
  {
    rule: "keys/revoked-find",
    promise: "never takes refused keys for an order that is not there",
    needs: ["revoked-keys"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting());
      await venue.revokeKeys?.();
      await unavailable(broker.find(wanted), "find", ["credentials"]);
    },
  },
  {
    rule: "keys/revoked-cancel",
    promise: "calls a cancel unknown that is refused for its keys",
    needs: ["revoked-keys"],
    async run({ broker, resting, sent, venue }) {
      const wanted = await sent(resting());
      await venue.revokeKeys?.();
      same(await broker.cancel(wanted), "unknown", "the answer");
    },
  },
  {
    rule: "keys/kept-to-itself",
    promise: "keeps its secrets out of what it tells, also when the venue repeats them",
    needs: ["telling-refusals"],
    async run({ broker, order, venue }) {
      holds(0 < venue.secrets.length, "the bench names no secrets");
      venue.tellSecrets?.();
      const said = [
        (await unavailable(broker.account(), "the account")).message,
        (await unavailable(broker.positions(), "positions")).message,
        JSON.stringify(await broker.submit(order())),
      ];
      for (const secret of venue.secrets)
        for (const words of said)
          holds(!words.includes(secret), "a message holds what the adapter signs with");
    },
  },
  {
    rule: "token/idle",
    promise: "wakes a token that fell asleep, and reads on",
    needs: ["idle-tokens"],
    async run(world) {
      await filled(world);
      await world.venue.passIdleTime?.();
      same((await world.broker.positions()).length, 1, "positions");
    },
  },
  {
    rule: "token/expired",
    promise: "says that it has to be let in again once its token has expired",
    needs: ["expiring-tokens"],
    async run({ broker, venue }) {
      await broker.account();
      await venue.passMidnight?.();
      inOneLine(await unavailable(broker.account(), "the account", ["needs-authorisation"]));
    },
  },
  {
    rule: "token/expired-submit",
    promise: "sends no order with an expired token, and says why",
    needs: ["expiring-tokens"],
    async run({ broker, resting, venue }) {
      await broker.account();
      await venue.passMidnight?.();
      const answer = await broker.submit(resting());
      holds(answer.kind === "rejected", `the answer is ${JSON.stringify(answer)}`);
      same(answer.cause, "authorisation", "the cause");
      same(venue.orderCount(), 0, "orders at the venue");
    },
  },
  {
    rule: "token/own-words",
    promise: "has other words for an expired token than for wrong keys",
    needs: ["expiring-tokens", "wrong-keys"],
    async run({ broker, venue }) {
      const wrong = await unavailable(venue.connect({ keys: "wrong" }).account(), "wrong keys");
      await broker.account();
      await venue.passMidnight?.();
      const expired = await unavailable(broker.account(), "an expired token");
      holds(wrong.message !== expired.message, `both are told as “${wrong.message}”`);
    },
  },
  {
    rule: "suspended/told",
    promise: "reports that a suspended account cannot trade, and why",
    needs: ["suspended-accounts"],
    async run({ broker, venue }) {
      same((await broker.account()).restriction, undefined, "the restriction before");
      venue.suspendAccount?.();
      const { canTrade, restriction = "" } = await broker.account();
      same(canTrade, false, "the account can trade");
      holds(restriction !== "" && !/[\n{}<>]/.test(restriction), `the reason is “${restriction}”`);
    },
  },
  {
    rule: "suspended/submit",
    promise: "tells in the venue's words why a suspended account's order is refused",
    needs: ["suspended-accounts"],
    async run({ broker, resting, venue }) {
      venue.suspendAccount?.();
      const answer = await broker.submit(resting());
      holds(answer.kind === "rejected", `the answer is ${JSON.stringify(answer)}`);
      holds(
        /suspend|restrict|block|not .*(trade|authorized)/i.test(answer.message),
        answer.message,
      );
      holds(answer.cause !== "credentials", "the keys are blamed");
    },
  },
];

export function inOneLine({ message }: BrokerUnavailable): void {
  holds(
    0 < message.trim().length && message.length <= 500 && !/[\n{}<>]/.test(message),
    `the message is “${message}”`,
  );
}
