import type { MutantGroup } from "./mutant.ts";

const TEST = "packages/application/src/trading/reconciliation/older-books.test.ts";
const AGREE = [false, true].map(
  (isKeyless) =>
    `come to agree with the broker, and nothing is sent before their user says so (a broker that returns no keys: ${isKeyless})`,
);

export const OLDER_BOOKS: MutantGroup = {
  breaks: "Books that are older than the broker's",
  mutants: [
    {
      name: "A name that a removed account has on record stops the one connected anew",
      file: "packages/application/src/trading/fills/import-unknown.ts",
      replace: " && !(await tables.orders.byKey(order.clientKey)))",
      by: ")",
      foundBy: {
        [TEST]: [
          "is booked where the name is on record of an account that was removed and connected anew",
        ],
      },
    },
    {
      name: "An account that was brought back trades on by itself",
      file: "packages/application/src/brokers/hold-restored.ts",
      replace: '    await stopAutomation(tables, id, { by: "restore", at });\n',
      by: "",
      foundBy: { [TEST]: AGREE },
    },
    {
      name: "That an account was brought back is said nowhere",
      file: "packages/application/src/brokers/hold-restored.ts",
      replace: '    await reduceAccount(tables, account, { because: "restored", at, about });\n',
      by: "",
      foundBy: { [TEST]: AGREE },
    },
    {
      name: "An order that waited to be sent when the backup was made was surely never sent",
      file: "packages/application/src/brokers/hold-restored.ts",
      replace: 'if (status === "intent")',
      by: 'if (status === "denied")',
      foundBy: { [TEST]: ["look for an order that waited to be sent then, and was sent since"] },
    },
    {
      name: "A sale of before a restore goes on after it",
      file: "packages/application/src/brokers/hold-restored.ts",
      replace: "await tables.sales.change(sale.id, (current) => asOver(current, at));",
      by: "void sale;",
      foundBy: { [TEST]: ["sell nothing more of a sale that was under way then"] },
    },
    {
      name: "A restore takes stops back that protect what is held",
      file: "packages/application/src/trading/stops/stop-step.ts",
      replace: '["books-contradicted", "restored"]',
      by: '["books-contradicted"]',
      foundBy: { [TEST]: ["keep the stop that protects what is held"] },
    },
    {
      name: "The name of an order that is not on record is given away again",
      file: "packages/application/src/trading/account/external-order.ts",
      replace: "ownKeyOf(report) ?? ",
      by: "",
      foundBy: { [TEST]: ["give no name away again under which an order was sent since"] },
    },
    {
      name: "A fill of an order that is not on record is kept under another name than the order",
      file: "packages/application/src/trading/account/external-order.ts",
      replace: "ownKeyOf(execution) ?? ",
      by: "",
      foundBy: { [TEST]: ["is kept under it, and holds the account"] },
    },
    {
      name: "An account whose books are older than an order of ours trades on",
      file: "packages/application/src/trading/fills/import-unknown.ts",
      replace: "await freezeAccount(tables, account, at, NOT_ON_RECORD);",
      by: "void freezeAccount;",
      foundBy: {
        [TEST]: [
          "hold the account also where nobody said that they are older",
          "is kept under it, and holds the account",
        ],
      },
    },
    {
      name: "A user who has brought books back is told that the broker contradicts them",
      file: "packages/application/src/trading/fills/import-unknown.ts",
      replace: " && !isKnownToBeOld",
      by: "",
      foundBy: { [TEST]: AGREE.slice(0, 1) },
    },
    {
      name: "An account that was begun anew goes on while orders of before are on record",
      file: "packages/application/src/trading/session/hear-broker.ts",
      replace: "every(({ lastMessage }) => lastMessage === NOT_SHOWN)",
      by: "every(() => false)",
      foundBy: {
        "packages/application/src/trading/reconciliation/begun-anew.test.ts": [
          "is stopped, under its old number, and goes on from what is there once its user says so",
        ],
      },
    },
  ],
};
