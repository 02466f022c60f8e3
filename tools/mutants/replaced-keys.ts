import type { MutantGroup } from "./mutant.ts";

export const REPLACED_KEYS: MutantGroup = {
  breaks: "Accounts whose owner takes new keys",
  mutants: [
    {
      name: "What was asked under the keys of before stops an account with new ones",
      file: "packages/application/src/trading/account/account-failure.ts",
      replace: 'account?.status !== "active" || account.lastValidatedAt !== lastValidatedAt',
      by: 'account?.status !== "active" || lastValidatedAt === null',
      foundBy: {
        "packages/application/src/trading/account/account-failure.test.ts": [
          "goes on where the keys were replaced while it was asked under those of before",
        ],
      },
    },
    {
      name: "An order sent under the keys of before stops an account with new ones",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: "shutOut !== undefined && account.lastValidatedAt === letInAt",
      by: "shutOut !== undefined && letInAt !== null",
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "stops nobody whose user has replaced the keys since it was sent",
        ],
      },
    },
    {
      name: "An account is known by a row that is younger than its connection",
      file: "packages/application/src/trading/session/attach-account.ts",
      replace: "  const broker = await connected(needs, rows.account);\n",
      by: "  const broker = await connected(needs, rows.account);\n  Object.assign(rows.account, await storage.read.accounts.byId(wanted.id));\n",
      foundBy: {
        "packages/application/src/trading/session/attach-account.test.ts": [
          "knows it as it was before it connected, so that keys which come meanwhile are new to it",
        ],
      },
    },
    {
      name: "An account whose keys were refused stays so under new ones",
      file: "packages/application/src/brokers/replace-keys.ts",
      replace: "  return mayTrade ? activated(account, at)",
      by: '  if (statusReason === "keys-refused") return account;\n  return mayTrade ? activated(account, at)',
      foundBy: {
        "packages/application/src/brokers/change-broker.test.ts": [
          "mends an account whose keys were refused by new ones",
        ],
      },
    },
    {
      name: "New keys make an account active that may not trade at its broker",
      file: "packages/application/src/brokers/replace-keys.ts",
      replace: "ok({ mayTrade: canTrade })",
      by: "ok({ mayTrade: true || canTrade })",
      foundBy: {
        "packages/application/src/brokers/change-broker.test.ts": [
          "takes new keys of an account that may not trade there, which stands still until it may",
        ],
      },
    },
    {
      name: "An order sent over a connection of before stops an account with new keys",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: "    await (await brokers.connect(accountId)).account();\n    return undefined;",
      by: "    return reason;",
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "stops nobody whom it lets in under the keys on record",
        ],
      },
    },
    {
      name: "An account that its broker's list left out once is asked for no more",
      file: "packages/application/src/trading/account/account-failure.ts",
      replace: 'isNew && reason === "account-not-chosen"',
      by: 'reason === "account-not-chosen"',
      foundBy: {
        "packages/application/src/brokers/validate-account.test.ts": [
          "lets an account in again that its broker's list left out, and guesses none for a new one",
        ],
      },
    },
  ],
};
