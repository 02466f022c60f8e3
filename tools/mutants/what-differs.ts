import type { MutantGroup } from "./mutant.ts";

const DRIFT = "packages/application/src/trading/session/note-drift.ts";
const DIFFERENCE = "packages/application/src/trading/session/note-difference.ts";
const RECONCILED = "packages/application/src/trading/account/reconciled.ts";
const TEST = "packages/application/src/trading/session/what-differs.test.ts";
const CASH = "is cash that was the same twice, either way and from a cent on, until it agrees";
const HOLDING = "is a holding that was the same twice, and told anew where it is another";

export const WHAT_DIFFERS: MutantGroup = {
  breaks: "What differs between books and broker",
  mutants: [
    {
      name: "Cash that differs once holds the account back",
      file: DRIFT,
      replace: " && before?.cashDrift === found.cashDrift",
      by: "",
      foundBy: { [TEST]: [CASH] },
    },
    {
      name: "Cash that is more there than here counts as no difference",
      file: RECONCILED,
      replace: "CENT + roundedBy <= Math.abs(cashDrift)",
      by: "CENT + roundedBy <= cashDrift",
      foundBy: { [TEST]: [CASH] },
    },
    {
      name: "A cent counts as no difference",
      file: RECONCILED,
      replace: "CENT + roundedBy <= Math.abs(cashDrift)",
      by: "CENT + roundedBy < Math.abs(cashDrift)",
      foundBy: { [TEST]: [CASH] },
    },
    {
      name: "Windows are not told that something differs",
      file: DIFFERENCE,
      replace: '  announcer.announce({ accountId, userId, topic: "settings" });\n',
      by: "",
      foundBy: { [TEST]: [CASH] },
    },
    {
      name: "A holding that moves is told with the shares of before",
      file: DIFFERENCE,
      replace: "known?.about === about",
      by: "known !== undefined",
      foundBy: { [TEST]: [HOLDING] },
    },
    {
      name: "A holding that moves is taken for one that stands",
      file: DRIFT,
      replace:
        "const seen = new Set(before?.drift.map(textOf));\n  const standing = found.drift.filter((drift) => seen.has(textOf(drift)));",
      by: "const seen = new Set(before?.drift.map(({ ticker }) => ticker));\n  const standing = found.drift.filter((drift) => seen.has(drift.ticker));",
      foundBy: { [TEST]: [HOLDING] },
    },
    {
      name: "One symbol more is named than there is room for",
      file: DRIFT,
      replace: "standing.slice(0, NAMED_MAX)",
      by: "standing.slice(0, NAMED_MAX + 1)",
      foundBy: { [TEST]: ["is named by five symbols, and how many more there are"] },
    },
    {
      name: "A correction that is not booked is over while the cash differs",
      file: DRIFT,
      replace: "(found.drift.length === 0 && !areCashesDifferent(found))",
      by: "found.drift.length === 0",
      foundBy: {
        [TEST]: ["is a correction that is not booked, for as long as holdings or cash differ"],
      },
    },
    {
      name: "Two accounts here that are one at their broker are looked past",
      file: "packages/cli/src/doctor/look-at-shared-accounts.ts",
      replace: "1 < length",
      by: "2 < length",
      foundBy: {
        "packages/cli/src/commands/doctor.test.ts": [
          "says which accounts are one account at their broker, and what to do",
        ],
      },
    },
    {
      name: "What is missing at the broker is sold after a fill that was booked while it was asked",
      file: "packages/application/src/trading/account/reconciled.ts",
      replace: "more.has(ticker) && isMoved(ticker)",
      by: "more.has(ticker) && isMoved(ticker) && false",
      foundBy: {
        "packages/application/src/trading/session/fewer-there-as-filled.test.ts": [
          "leaves unsold what is missing there, after answer 1 as before",
        ],
      },
    },
    {
      name: "What is missing at the broker has to be seen twice once more after such a fill",
      file: "packages/application/src/trading/account/reconciled.ts",
      replace: "|| known.has(one.ticker)",
      by: "|| false",
      foundBy: {
        "packages/application/src/trading/session/fewer-there-as-filled.test.ts": [
          "leaves unsold what is missing there, after answer 2 as before",
        ],
      },
    },
    {
      name: "What a fill that is told explains is held back as missing at the broker",
      file: "packages/application/src/trading/account/reconciled.ts",
      replace: "more.has(ticker) && isMoved(ticker)",
      by: "isMoved(ticker)",
      foundBy: {
        "packages/application/src/trading/session/fewer-there.test.ts": [
          "are those of two answers in a row, whatever their number",
        ],
      },
    },
  ],
};
