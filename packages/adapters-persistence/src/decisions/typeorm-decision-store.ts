import type {
  Decision,
  DecisionStore,
  Saying,
} from "@sevenfold/application/ports/stores/decision-store";
import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";
import type { EntityManager } from "typeorm";
import { isAmong } from "../columns.ts";
import { historyPage } from "../history-page.ts";
import { ask, namesOf, recordsOf, rowsOf, selectionOf, tell } from "../statement.ts";
import { decisionSchema, TAKEN } from "./decision-rows.ts";

/** Rows of one statement, so that none grows without limit. */
const DECISIONS_PER_STATEMENT = 2_000;

const DECISION = selectionOf<Decision>(decisionSchema);

export function typeormDecisionStore(manager: EntityManager): DecisionStore {
  const newest = async (name: string, condition: string, limit: number, ...values: unknown[]) =>
    limit < 1
      ? []
      : rowsOf(manager, DECISION, {
          name: `decisions-${name}`,
          text: `${SELECT} ${condition} ${NEWEST_FIRST}`,
          values: [Math.min(limit, ROWS_MAX), ...values],
        });

  return {
    async add(decisions) {
      for (let start = 0; start < decisions.length; start += DECISIONS_PER_STATEMENT) {
        const batch = decisions.slice(start, start + DECISIONS_PER_STATEMENT);
        const values = [recordsOf(decisionSchema, batch)];
        await tell(manager, { name: "decisions-add", text: ADD, values });
      }
    },

    async removeBefore(at, limit) {
      const values = [new Date(at), limit];
      return (await ask(manager, { text: REMOVE_OLD, values })).rowCount ?? 0;
    },

    taken: (accountId, limit) => newest("taken", `AND ${IS_TAKEN}`, limit, accountId),

    lastOf: (accountId, tickers) =>
      rowsOf(manager, SAYING, { name: "decisions-last", text: LAST, values: [accountId, tickers] }),

    page: (accountId, { verdicts = [], ...wish }) =>
      historyPage<Decision>(
        manager,
        {
          schema: decisionSchema,
          by: "at",
          ...(verdicts.length === 0 ? {} : { only: isAmong("verdict", [...verdicts].sort()) }),
        },
        { ...wish, accountId },
      ),

    latest: (accountId, { ticker, limit }) =>
      ticker === undefined
        ? newest("latest", "", limit, accountId)
        : newest("latest-of-symbol", "AND ticker = $3", limit, accountId, ticker),
  };
}

/** As a condition in a statement's text: an index is of just these. */
const IS_TAKEN = isAmong("verdict", TAKEN);
const SELECT = `SELECT ${DECISION.text} FROM decisions WHERE broker_profile_id = $2`;
const NEWEST_FIRST = "ORDER BY decisions.at DESC, decisions.id DESC LIMIT $1";

const SAYING = selectionOf<Saying>(decisionSchema, ["ticker", "verdict", "gate"]);
/** Symbol by symbol: an index has the last of each at its end. */
const LAST = `
  SELECT ${SAYING.text} FROM unnest($2::text[]) AS wanted(symbol) CROSS JOIN LATERAL (
    SELECT ticker, verdict, gate FROM decisions
    WHERE broker_profile_id = $1 AND ticker = wanted.symbol
    ORDER BY at DESC, id DESC LIMIT 1) AS decisions`;

const NAMES = namesOf(decisionSchema);
const ADD = `
  INSERT INTO decisions (${NAMES}) SELECT ${NAMES} FROM json_populate_recordset(NULL::decisions, $1)`;

/**
 * Account by account, each of whose oldest an index has at its front: an order over all of them none has.
 * By when they were written they are no older, where a clock was ahead for a while.
 */
const REMOVE_OLD = `
  DELETE FROM decisions WHERE id IN (
    SELECT oldest.id FROM user_broker_profiles AS account CROSS JOIN LATERAL (
      SELECT id FROM decisions WHERE broker_profile_id = account.id AND at < $1
      ORDER BY at, id LIMIT $2) AS oldest
    LIMIT $2)`;
