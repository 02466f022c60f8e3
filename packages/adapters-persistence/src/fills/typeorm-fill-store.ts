import { OF_ACTIVITY } from "@sevenfold/application/ports/stores/activity-store";
import { entryOfBookedFill } from "@sevenfold/application/ports/stores/entry-of-booked-fill";
import type {
  BookedFill,
  FillStore,
  FillTotals,
} from "@sevenfold/application/ports/stores/fill-store";
import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";
import { invariant } from "@sevenfold/domain/invariant";
import type { Ticker } from "@sevenfold/domain/market";
import { type Money, money, shares } from "@sevenfold/domain/money";
import type { EntityManager } from "typeorm";
import { PORTFOLIO_OF_GIVEN } from "../accounts/portfolio-of-account.ts";
import { countOfBigint, numericOfUnits, unitsOfNumeric } from "../exact-numbers.ts";
import { historyPage } from "../history-page.ts";
import { inParts } from "../in-parts.ts";
import { atomically } from "../row.ts";
import { ask, namesOf, recordsOf, rowsOf, selectionOf, tell } from "../statement.ts";
import { executionSchema, postingSchema } from "./fill-rows.ts";

/** Rows of one statement, so that none grows without limit. */
const FILLS_PER_STATEMENT = 1_000;

const FILL = selectionOf<BookedFill>(executionSchema);

export function typeormFillStore(manager: EntityManager): FillStore {
  const fills = (name: string, text: string, ...values: unknown[]) =>
    rowsOf(manager, FILL, { name: `fills-${name}`, text, values });
  const asked = async <Row>(name: string, text: string, ...values: unknown[]) =>
    (await ask(manager, { name: `fills-${name}`, text, values })).rows as readonly Row[];

  return {
    add: async (fill, laterGain) => (await book(manager, [fill], laterGain)) === 1,

    async addNew(fill, laterGain) {
      const values = valuesOf([fill], laterGain);
      await tell(manager, { name: "fills-book-new", text: BOOK_NEW, values });
    },

    addHistory: (all) =>
      atomically(manager, async (inside) => {
        for (let start = 0; start < all.length; start += FILLS_PER_STATEMENT) {
          const batch = all.slice(start, start + FILLS_PER_STATEMENT);
          const booked = await book(inside, batch);
          invariant(booked === batch.length, "none of a history is booked before");
        }
      }),

    async revalue(accountId, executionId, realized) {
      const values = [accountId, executionId, numericOfUnits(realized)];
      await tell(manager, { name: "fills-revalue", text: REVALUE, values });
    },

    find: async (accountId, executionId) => (await fills("find", FIND, accountId, executionId))[0],

    async isBooked(accountId, executionId) {
      return (await bookedOf(manager, accountId, [executionId])).length === 1;
    },

    bookedAmong: async (accountId, executionIds) =>
      new Set(await inParts(executionIds, (part) => bookedOf(manager, accountId, part))),

    latest: async (accountId, limit) =>
      limit < 1 ? [] : fills("latest", LATEST, accountId, Math.min(limit, ROWS_MAX)),

    page: (accountId, wish) =>
      historyPage<BookedFill>(
        manager,
        { schema: executionSchema, by: "at" },
        { ...wish, accountId },
      ),

    since: (accountId, since) => fills("since", SINCE, accountId, new Date(since)),

    async countSince(accountId, since) {
      const [row] = await asked<{ count: string }>("count", COUNT, accountId, new Date(since));
      return countOfBigint(row!.count);
    },

    async totalsSince(accountId, since) {
      return (await asked<TotalsRow>("totals", TOTALS, accountId, new Date(since))).map(totalsOf);
    },

    async cashFlow(accountId) {
      const [sum] = await asked<{ units: string }>("cash-flow", CASH_FLOW, accountId);
      return money(unitsOfNumeric(sum!.units));
    },

    async partsOfCents(accountId) {
      const [sum] = await asked<{ units: string }>("parts-of-cents", PARTS_OF_CENTS, accountId);
      return money(unitsOfNumeric(sum!.units));
    },
  };
}

/** Books those of them that are not booked yet, each with its trade and postings; how many there were. */
async function book(
  manager: EntityManager,
  fills: readonly BookedFill[],
  laterGain?: Money,
): Promise<number> {
  const values = valuesOf(fills, laterGain);
  const { rows } = await ask(manager, { name: "fills-book", text: BOOK, values });
  return countOfBigint(rows[0].count);
}

const valuesOf = (fills: readonly BookedFill[], laterGain?: Money): unknown[] => [
  recordsOf(executionSchema, fills),
  recordsOf(
    postingSchema,
    fills.flatMap((fill) => postingsOf(fill, laterGain)),
  ),
];

const EXECUTION_NAMES = namesOf(executionSchema);
const POSTING_NAMES = namesOf(postingSchema);

const bookUnless = (onConflict: string) => `
  WITH new AS (
    INSERT INTO executions (${EXECUTION_NAMES})
    SELECT ${EXECUTION_NAMES} FROM json_populate_recordset(NULL::executions, $1)
    ${onConflict} RETURNING *
  ), traded AS (
    INSERT INTO trades (portfolio_id, broker_profile_id, execution_id, ticker, side, shares, price, fees, ts)
    SELECT ${PORTFOLIO_OF_GIVEN}, broker_profile_id, execution_id, ticker, side, quantity, price, fee, at
    FROM new AS given
  ), posted AS (
    INSERT INTO postings (${POSTING_NAMES})
    SELECT ${POSTING_NAMES} FROM json_populate_recordset(NULL::postings, $2)
    WHERE (broker_profile_id, execution_id) IN (SELECT broker_profile_id, execution_id FROM new)
  )
  SELECT count(*) AS count FROM new`;
const BOOK = bookUnless("ON CONFLICT DO NOTHING");
const BOOK_NEW = bookUnless("");

const REVALUE = `
  UPDATE executions SET realized = $3 WHERE broker_profile_id = $1 AND execution_id = $2`;

async function bookedOf(
  manager: EntityManager,
  accountId: string,
  executionIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await ask(manager, { text: BOOKED, values: [accountId, executionIds] });
  return rows.map((row) => row.id);
}

/**
 * Without a name, so that it is planned anew: a plan made while the table is empty may take the index
 * of instants, and go on to read all executions of the account.
 */
const BOOKED = `
  SELECT execution_id AS id FROM executions WHERE broker_profile_id = $1 AND execution_id = ANY($2)`;

/** Ordered by the table's columns: a bare name would mean what is selected under it. */
const SELECT = `SELECT ${FILL.text} FROM executions WHERE broker_profile_id = $1`;
const FIND = `
  SELECT ${FILL.text} FROM executions WHERE broker_profile_id = $1 AND execution_id = $2`;

const LATEST = `${SELECT} ORDER BY executions.at DESC, executions.id DESC LIMIT $2`;
const SINCE = `${SELECT} AND executions.at >= $2 ORDER BY executions.at, executions.id`;

const OF_EARNED_CASH = `
  FROM postings AS fill
  WHERE broker_profile_id = $1 AND ledger_account = 'cash' AND NOT EXISTS (
    SELECT 1 FROM postings AS flow WHERE flow.broker_profile_id = $1
      AND flow.execution_id = fill.execution_id AND flow.ledger_account = 'capital')`;
const CASH_FLOW = `
  SELECT coalesce(sum(amount), 0)::numeric(19,4) AS units ${OF_EARNED_CASH}
  AND fill.execution_id NOT LIKE '${OF_ACTIVITY}%'`;
const PARTS_OF_CENTS = `
  SELECT coalesce(sum(least(abs(amount) % 0.01, 0.01 - abs(amount) % 0.01)), 0)::numeric(19,4)
    AS units ${OF_EARNED_CASH}`;

const COUNT = `
  SELECT count(*) AS count FROM executions WHERE broker_profile_id = $1 AND $2 <= at`;

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
  FROM executions WHERE broker_profile_id = $1 AND $2 <= at AND execution_id <> ALL (ARRAY(
    SELECT undoes FROM activities WHERE activities.broker_profile_id = $1
      AND activities.kind = 'bust' AND undoes IS NOT NULL))
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

function postingsOf(fill: BookedFill, laterGain?: Money): readonly object[] {
  const { accountId, executionId, at } = fill;
  return entryOfBookedFill(fill, laterGain).postings.map(
    ({ account: ledgerAccount, ...posting }) => ({
      accountId,
      executionId,
      at,
      ledgerAccount,
      ...posting,
    }),
  );
}
