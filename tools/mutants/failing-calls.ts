import type { MutantGroup } from "./mutant.ts";

const FOUND_BY = {
  "packages/cli/src/every-call-fails.test.ts": ["ends in the same books (simulated, in memory)"],
};

export const FAILING_CALLS: MutantGroup = {
  breaks: "What is left of a trade after one of its calls failed",
  mutants: [
    {
      name: "An order whose answer failed is taken for never sent, and made again",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: 'return { type: "lost" };',
      by: 'return { type: "not-sent", message: "No answer." };',
      foundBy: FOUND_BY,
    },
    {
      name: "A fill whose commit failed is taken for booked",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace:
        "      const booked = await book(tables, identifiers, { account, execution, at, takeBack });\n",
      by: `      const told = storage as { fills?: Set<string> };
      told.fills ??= new Set();
      if (told.fills.has(execution.executionId)) return ok({ kind: "known" as const });
      told.fills.add(execution.executionId);
      const booked = await book(tables, identifiers, { account, execution, at, takeBack });
`,
      foundBy: FOUND_BY,
    },
    {
      name: "An order that never arrived keeps its cash aside",
      file: "packages/domain/src/order.ts",
      replace: "reservedCash: isTerminal(status) ? NO_MONEY : order.reservedCash,",
      by: 'reservedCash: status === "filled" ? NO_MONEY : order.reservedCash,',
      foundBy: FOUND_BY,
    },
    {
      name: "An order without an answer is never asked about",
      file: "packages/application/src/trading/reconciliation/find-unlisted.ts",
      replace: 'status !== "intent" && !shown.has(clientKey)',
      by: 'status !== "intent" && status !== "unknown" && !shown.has(clientKey)',
      foundBy: FOUND_BY,
    },
  ],
};
