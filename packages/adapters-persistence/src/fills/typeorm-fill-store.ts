import { entryOfBookedFill } from "@sevenfold/application/entry-of-booked-fill";
import type { BookedFill, FillStore, FillTotals } from "@sevenfold/application/ports/storage";
import type { Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { type EntityManager, In, MoreThanOrEqual } from "typeorm";
import { portfolioOfAccount } from "../accounts/portfolio-of-account.ts";
import { unitsOfNumeric } from "../exact-numbers.ts";
import { historyPage } from "../history-page.ts";
import { inParts } from "../in-parts.ts";
import { ask, atomically, findRows, firstRows, insert, insertIfNew, readNamed } from "../row.ts";
import { executionSchema, postingSchema, tradeSchema } from "./fill-rows.ts";

/** Rows of one statement, so that none grows without limit. */
const FILLS_PER_STATEMENT = 1_000;

export function typeormFillStore(manager: EntityManager): FillStore {
  return {
    add: (fill) =>
      atomically(manager, async (inside) => {
        const isNew = await insertIfNew(inside, executionSchema, { ...fill });
        if (isNew) await book(inside, [fill]);
        return isNew;
      }),

    addHistory: (fills) =>
      atomically(manager, async (inside) => {
        for (let start = 0; start < fills.length; start += FILLS_PER_STATEMENT) {
          const batch = fills.slice(start, start + FILLS_PER_STATEMENT);
          const rows = batch.map((fill) => ({ ...fill }));
          await insert(inside, executionSchema, rows);
          await book(inside, batch);
        }
      }),

    async isBooked(accountId, executionId) {
      const { rows } = await ask(manager, { text: IS_BOOKED, values: [accountId, executionId] });
      return rows.length === 1;
    },

    async bookedAmong(accountId, executionIds) {
      const booked = await inParts(executionIds, (part) =>
        findRows<BookedFill>(manager, executionSchema, {
          where: { accountId, executionId: In([...part]) },
        }),
      );
      return new Set(booked.map(({ executionId }) => executionId));
    },

    latest: (accountId, limit) =>
      firstRows<BookedFill>(
        manager,
        executionSchema,
        { where: { accountId }, order: { at: "DESC", id: "DESC" } as object },
        limit,
      ),

    page: (accountId, wish) =>
      historyPage<BookedFill>(
        manager,
        { schema: executionSchema, by: "at" },
        { ...wish, accountId },
      ),

    since: (accountId, since) =>
      findRows(manager, executionSchema, {
        where: { accountId, at: MoreThanOrEqual(since) },
        order: { at: "ASC", id: "ASC" },
      }),

    async countSince(accountId, since) {
      const values = [accountId, new Date(since).toISOString()];
      const [row] = await readNamed(manager, { name: "fills-count", text: COUNT, values }, 1);
      return Number(row!.count);
    },

    async totalsSince(accountId, since) {
      const values = [accountId, new Date(since).toISOString()];
      const wanted = { name: "fill-totals", text: TOTALS, values };
      const rows = await readNamed(manager, wanted, TOTALS_MAX);
      return (rows as unknown as readonly TotalsRow[]).map(totalsOf);
    },

    async cashFlow(accountId) {
      const wanted = { name: "cash-flow", text: CASH_FLOW, values: [accountId] };
      const [sum] = await readNamed(manager, wanted, 1);
      return money(unitsOfNumeric(sum!.units as string));
    },
  };
}

/**
 * Without a name, so that it is planned anew: a plan made while the table is empty may take the index
 * of instants, and go on to read all executions of the account.
 */
const IS_BOOKED = "SELECT 1 FROM executions WHERE broker_profile_id = $1 AND execution_id = $2";

const CASH_FLOW = `
  SELECT coalesce(sum(amount), 0)::numeric(19,4) AS units FROM postings AS fill
  WHERE broker_profile_id = $1 AND ledger_account = 'cash' AND NOT EXISTS (
    SELECT 1 FROM postings AS flow WHERE flow.broker_profile_id = $1
      AND flow.execution_id = fill.execution_id AND flow.ledger_account = 'capital')`;

const COUNT = `
  SELECT count(*) AS count FROM executions WHERE broker_profile_id = $1 AND $2 <= at`;

/** A row for each symbol ever traded. */
const TOTALS_MAX = 1_000;

interface TotalsRow {
  readonly ticker: Ticker;
  readonly count: string;
  readonly bought: string;
  readonly boughtNotional: string;
  readonly sold: string;
  readonly soldBasis: string;
  readonly realized: string;
}

const TOTALS = `
  SELECT ticker, count(*) AS count,
    coalesce(sum(quantity) FILTER (WHERE side = 'buy'), 0) AS bought,
    coalesce(sum(quantity * price) FILTER (WHERE side = 'buy'), 0)::numeric(19,4)
      AS "boughtNotional",
    coalesce(sum(quantity) FILTER (WHERE side = 'sell'), 0) AS sold,
    coalesce(sum(quantity * price - fee - realized) FILTER (WHERE side = 'sell'), 0)::numeric(19,4)
      AS "soldBasis",
    sum(realized)::numeric(19,4) AS realized
  FROM executions WHERE broker_profile_id = $1 AND $2 <= at
  GROUP BY ticker ORDER BY ticker COLLATE "C"`;

const totalsOf = (row: TotalsRow): FillTotals => ({
  ticker: row.ticker,
  count: Number(row.count),
  bought: shares(Number(row.bought)),
  boughtNotional: money(unitsOfNumeric(row.boughtNotional)),
  sold: shares(Number(row.sold)),
  soldBasis: money(unitsOfNumeric(row.soldBasis)),
  realized: money(unitsOfNumeric(row.realized)),
});

async function book(manager: EntityManager, fills: readonly BookedFill[]): Promise<void> {
  await insert(manager, tradeSchema, fills.map(tradeOf));
  await insert(manager, postingSchema, fills.flatMap(postingsOf));
}

function tradeOf({ accountId, executionId, ticker, side, ...fill }: BookedFill): object {
  return {
    portfolioId: portfolioOfAccount(accountId),
    accountId,
    executionId,
    ticker,
    side,
    shares: fill.quantity,
    price: fill.price,
    fees: fill.fee,
    ts: fill.at,
  };
}

function postingsOf(fill: BookedFill): readonly object[] {
  const { accountId, executionId, at } = fill;
  return entryOfBookedFill(fill).postings.map(({ account: ledgerAccount, ...posting }) => ({
    accountId,
    executionId,
    at,
    ledgerAccount,
    ...posting,
  }));
}
