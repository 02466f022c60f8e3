import type { MutantGroup } from "./mutant.ts";

const SALES = "packages/application/src/trading/sales";
const ONCE_TEST = `${SALES}/sell-all-once.test.ts`;
const TWICE_TEST = "packages/application/src/trading/placing/place-order-twice.test.ts";
const WRITE = "packages/application/src/trading/placing/write-manual-order.ts";

export const REPEATED_REQUESTS: MutantGroup = {
  breaks: "What one key of a request is answered with",
  mutants: [
    {
      name: "A request to connect that comes again is answered with an account that was removed",
      file: "packages/application/src/brokers/connect-broker.ts",
      replace: "account !== undefined && account.removedAt === undefined",
      by: "account !== undefined",
      foundBy: {
        "packages/application/src/brokers/remove-broker.test.ts": [
          "is not undone, nor said to be, by the request that connected it and comes again",
        ],
      },
    },
    {
      name: "An order that was placed is said not to be, as its broker cannot be connected any more",
      file: "packages/application/src/trading/placing/place-order.ts",
      replace: "(hasKey(draft) ? await answerOnRecord(needs, draft) : undefined) ??",
      by: "(hasKey(draft) ? undefined : undefined) ??",
      foundBy: {
        [TWICE_TEST]: [
          "tells a repeated ticket of its order where the broker cannot be connected any more",
        ],
      },
    },
    {
      name: "An emergency sale is answered with the one of another account",
      file: `${SALES}/key-reused.ts`,
      replace: "accountId === wanted.accountId && kind",
      by: "kind",
      foundBy: {
        [ONCE_TEST]: [
          "is never answered with the sale of another account, nor with orders that were taken back",
        ],
      },
    },
    {
      name: "An emergency sale is answered with orders that were taken back",
      file: `${SALES}/key-reused.ts`,
      replace: "&& kind === wanted.kind",
      by: "",
      foundBy: {
        [ONCE_TEST]: [
          "is never answered with the sale of another account, nor with orders that were taken back",
        ],
      },
    },
    {
      name: "A sale is begun beside the one that is at work",
      file: `${SALES}/sell-all.ts`,
      replace: "        if (atWork) {",
      by: "        if (atWork && atWork.requestKey === requestKey) {",
      foundBy: {
        [ONCE_TEST]: ["is one sale for one request, and while one is at work"],
      },
    },
    {
      name: "A key stands for another order too",
      file: WRITE,
      replace:
        'if (!asksTheSame(known, draft)) return refused({ kind: "idempotency-key-reused" });',
      by: "",
      foundBy: {
        [TWICE_TEST]: ["makes one order of a ticket sent twice, and refuses its key for another"],
      },
    },
    {
      name: "A key that was used at one account places nothing at another, and says that it did",
      file: WRITE,
      replace: "  order.accountId === draft.accountId &&\n",
      by: "",
      foundBy: {
        [TWICE_TEST]: [
          "places nothing at another account of its user under a key that was used at the first",
        ],
      },
    },
    {
      name: "A ticket sent again while its first is being sent is told that all is well",
      file: WRITE,
      replace: 'if (isBeingSent(known, at)) return refused({ kind: "still-in-progress" });',
      by: "",
      foundBy: {
        [TWICE_TEST]: ["lets a repeated ticket wait for the first no longer than fifteen seconds"],
      },
    },
    {
      name: "The same order without a key is placed twice in a moment",
      file: WRITE,
      replace: "at - order.createdAt < DUPLICATE_MS &&",
      by: "at - order.createdAt < 0 &&",
      foundBy: {
        [TWICE_TEST]: ["takes the same order without a key within three seconds for a duplicate"],
      },
    },
    {
      name: "A key of any letters is taken",
      file: "packages/adapters-http/src/orders/idempotency-key.ts",
      replace: "/^[\\x21-\\x7e]{1,128}$/",
      by: "/^.{1,128}$/",
      foundBy: {
        "packages/adapters-http/src/orders/order-routes.test.ts": [
          "refuses a key that is too long or not visible",
        ],
      },
    },
    {
      name: "A key as long as somebody likes is taken",
      file: "packages/adapters-http/src/orders/idempotency-key.ts",
      replace: "{1,128}$/",
      by: "+$/",
      foundBy: {
        "packages/adapters-http/src/orders/order-routes.test.ts": [
          "refuses a key that is too long or not visible",
        ],
      },
    },
    {
      name: "An account is answered by a key that was used for other keys of a broker",
      file: "packages/application/src/brokers/connect-broker.ts",
      replace: 'JSON.stringify(["connect-broker", provider, apiKey, secretKey, accountLabel])',
      by: 'JSON.stringify(["connect-broker", provider, accountLabel])',
      foundBy: {
        "packages/application/src/brokers/connect-broker.test.ts": [
          "answers a request that is sent twice with the account it made",
        ],
      },
    },
    {
      name: "A registration is repeated for who has another password",
      file: "packages/application/src/people/register.ts",
      replace: "return isRight ? known : undefined;",
      by: "return known;",
      foundBy: {
        "packages/application/src/people/register.test.ts": [
          "repeats no answer for another key, another password, or long after",
        ],
      },
    },
    {
      name: "A registration is repeated long after",
      file: "packages/application/src/people/register.ts",
      replace: "if (!known || REPEATABLE_MS < at - known.createdAt) return undefined;",
      by: "if (!known) return undefined;",
      foundBy: {
        "packages/application/src/people/register.test.ts": [
          "repeats no answer for another key, another password, or long after",
        ],
      },
    },
    {
      name: "A registration that is repeated goes past the second factor",
      file: "packages/application/src/people/register.ts",
      replace: "  if (isInForce(await storage.read.totp.of(known.id))) return undefined;\n",
      by: "",
      foundBy: {
        "packages/application/src/people/register.test.ts": [
          "repeats no answer once signing in asks for a code",
        ],
      },
    },
  ],
};
