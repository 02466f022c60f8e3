import { selectedAccount } from "@sevenfold/application/trading/account/selected-account";
import { tradePageOf } from "@sevenfold/application/views/read-trades";
import { ACCOUNT_HEADER } from "@sevenfold/contract/account-in-use";
import type { TextEndpoint } from "@sevenfold/contract/endpoint";
import {
  downloadActivities,
  downloadDecisions,
  downloadOrders,
  downloadTrades,
} from "@sevenfold/contract/files-and-stream";
import type { z } from "zod";

import { accountWatch } from "../account-in-use.ts";
import type { HttpContext, HttpNeeds } from "../http-needs.ts";
import { sentenceOfIssue } from "../invalid-input.ts";
import { RequestRefused } from "../refusals.ts";
import { type ApiRouter, gathered } from "../serve.ts";
import { refuseTokens, requireScope } from "../tokens/bearer-token.ts";
import {
  ACTIVITY_COLUMNS,
  cellsOf,
  DECISION_COLUMNS,
  headingsOf,
  ORDER_COLUMNS,
  TRADE_COLUMNS,
} from "./csv-cells.ts";
import { type CsvFile, FILE_PAGE, sendCsv } from "./csv-file.ts";
import { historyWishFrom, sideFrom } from "./history-wish.ts";
import { presentActivity } from "./present-activity.ts";
import { presentDecision } from "./present-decision.ts";
import { presentOrder, presentTrade } from "./present-order.ts";

/**
 * The whole history of the account in use as files, newest first, of a symbol or a year where that is
 * asked for. Times in UTC; a year is one of New York.
 */
export function serveCsv(
  router: ApiRouter,
  { providerNames, storage: { read } }: Pick<HttpNeeds, "providerNames" | "storage">,
) {
  const serve = <Asked extends Narrowing>(
    name: "activities" | "trades" | "orders" | "decisions",
    line: TextEndpoint<z.ZodType<Asked>>,
    fileOf: (accountId: string, asked: Asked) => CsvFile,
  ) => {
    const watch = accountWatch(line, read);
    router.get(line.path, async (routed) => {
      const ctx = routed as unknown as HttpContext;
      ctx.state.routePath = line.path;
      const { user } = ctx.state;
      if (!user) throw new RequestRefused({ kind: "signed-out" });
      refuseTokens(ctx, line);
      const asked = askedIn(ctx, line.input);
      requireScope(ctx, line, asked);
      await watch?.require(user, ctx);
      const account = await selectedAccount(read, user.id);
      if (!account.ok) throw new RequestRefused(account.refusal);
      ctx.set(ACCOUNT_HEADER, account.value.id);
      const parts = ["sevenfold", name, asked.year, asked.ticker].filter(
        (part) => part !== undefined,
      );
      await sendCsv(ctx, `${parts.join("-")}.csv`, fileOf(account.value.id, asked));
    });
  };

  serve("trades", downloadTrades, (accountId, asked) => ({
    headings: headingsOf(TRADE_COLUMNS),
    async readPage(before) {
      const wish = { ...wishOf(asked), ...sideFrom(asked.side), ...before };
      const { rows, ...rest } = await tradePageOf(read, accountId, wish);
      return { ...rest, rows: rows.map(presentTrade).map(cellsOf(TRADE_COLUMNS)) };
    },
  }));
  serve("orders", downloadOrders, (accountId, asked) => ({
    headings: headingsOf(ORDER_COLUMNS),
    async readPage(before) {
      const wish = { ...wishOf(asked), ...sideFrom(asked.side), ...before };
      const { rows, ...rest } = await read.orders.page(accountId, wish);
      return {
        ...rest,
        rows: rows.map((row) => presentOrder(row, providerNames)).map(cellsOf(ORDER_COLUMNS)),
      };
    },
  }));
  serve("activities", downloadActivities, (accountId, asked) => ({
    headings: headingsOf(ACTIVITY_COLUMNS),
    async readPage(before) {
      const wish = { ...wishOf(asked), ...before };
      const { rows, ...rest } = await read.activities.page(accountId, wish);
      return { ...rest, rows: rows.map(presentActivity).map(cellsOf(ACTIVITY_COLUMNS)) };
    },
  }));
  serve("decisions", downloadDecisions, (accountId, asked) => ({
    headings: headingsOf(DECISION_COLUMNS),
    async readPage(before) {
      const wish = { ...wishOf(asked), verdicts: asked.verdicts ?? [], ...before };
      const { rows, ...rest } = await read.decisions.page(accountId, wish);
      return {
        ...rest,
        rows: rows.map((row) => presentDecision(row, providerNames)).map(cellsOf(DECISION_COLUMNS)),
      };
    },
  }));
}

interface Narrowing {
  readonly ticker?: string | undefined;
  readonly year?: number | undefined;
}

function askedIn<Asked>(ctx: HttpContext, input: z.ZodType<Asked>): Asked {
  const checked = input.safeParse(Object.fromEntries(gathered(ctx)), { error: sentenceOfIssue });
  if (checked.success) return checked.data;
  const details = checked.error.issues[0]?.message ?? "The request cannot be read.";
  throw new RequestRefused({ kind: "invalid-request", details });
}

function wishOf(asked: Narrowing) {
  const wish = historyWishFrom({ ...asked, limit: FILE_PAGE });
  if (!wish.ok) throw new RequestRefused(wish.refusal);
  return wish.value;
}
