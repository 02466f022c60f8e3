import { ROWS_MAX, type Tables } from "@sevenfold/application/ports/stores/storage";
import { AAPL, somePosition } from "@sevenfold/application/testing/storage-rows";
import { type Instant, instant } from "@sevenfold/domain/market";
import { HEAVY_ACCOUNT as ID, ITS_USER, ROWS } from "./many-rows.ts";

const NOW = instant(Date.UTC(2026, 2, 11, 14));
const DAY_MS = 86_400_000;
const ago = (days: number) => (NOW - days * DAY_MS) as Instant;

/** The indices a query may use, and how it is asked. */
export type HotQuery = readonly [readonly string[], (tables: Tables) => Promise<unknown>];

const TOLD = ["entered", "left", "blocked"] as const;
/** Where pages of a history begin: after the first one, and far back. */
const PLACES = [
  { name: "the second page", before: { at: ago(0.5), row: ROWS - 500 } },
  { name: "a page far back", before: { at: ago(40), row: ROWS - 40 * 1_440 } },
];

/** An account has one lease: either finds it at once. */
const LEASE: readonly string[] = ["leases_pkey", "uq_leases_epoch"];

/**
 * What the trading path and open dashboards ask all the time, and the indices it is answered from. The
 * halt is one row, and the workers are a handful: no index serves those.
 */
export const HOT_QUERIES: Readonly<Record<string, HotQuery>> = {
  "an account": [["user_broker_profiles_pkey"], ({ accounts }) => accounts.byId(ID)],
  "an account, locked": [["user_broker_profiles_pkey"], ({ accounts }) => accounts.lock(ID)],
  "an order, locked": [["uq_order_logs_client_key"], ({ orders }) => orders.lock("K1")],
  "accounts, locked": [["user_broker_profiles_pkey"], ({ accounts }) => accounts.lockFree([ID])],
  "an account's change": [
    ["user_broker_profiles_pkey"],
    ({ accounts }) => accounts.change(ID, (account) => account),
  ],
  "the selected account": [
    ["uq_user_broker_profiles_selected"],
    ({ accounts }) => accounts.selectedOf(ITS_USER),
  ],
  settings: [
    ["uq_broker_trading_configs_broker_profile_id", "uq_risk_params_broker_profile_id"],
    ({ settings }) => settings.of(ID),
  ],
  "settings, locked": [
    ["uq_broker_trading_configs_broker_profile_id", "uq_risk_params_broker_profile_id"],
    ({ settings }) => settings.lock(ID),
  ],
  "a user": [["users_pkey"], ({ users }) => users.byId(ITS_USER)],
  "a user's portfolio": [
    ["ix_portfolios_user_id"],
    ({ portfolios }) => portfolios.ofUser(ITS_USER),
  ],
  "a sign-in": [["sessions_pkey"], ({ signIns }) => signIns.get("s1", NOW)],
  "the watchlist": [["uq_watchlist_user_id_ticker"], ({ watchlist }) => watchlist.of(ITS_USER)],
  "the chosen symbols": [
    ["uq_watchlist_user_id_ticker"],
    ({ watchlist }) => watchlist.chosen(ITS_USER),
  ],
  "versions of accounts": [
    [
      ...["user_broker_profiles_pkey", "users_pkey", "uq_watchlist_user_id_ticker"],
      ...["uq_broker_trading_configs_broker_profile_id", "uq_risk_params_broker_profile_id"],
      ...["uq_positions_account_ticker", "ix_order_logs_open"],
    ],
    ({ accounts }) => accounts.versionsOf([ID]),
  ],
  "all that is held, of an account": [
    ["user_broker_profiles_pkey", "uq_positions_account_ticker", "ix_order_logs_open"],
    ({ holdings }) => holdings.ofAccount(ID),
  ],
  "all that is held, of a user": [
    ["uq_user_broker_profiles_selected", "uq_positions_account_ticker", "ix_order_logs_open"],
    ({ holdings }) => holdings.ofUser(ITS_USER),
  ],
  "what orders are checked by": [
    [
      ...["uq_positions_account_ticker", "ix_order_logs_open", "uq_order_logs_client_key"],
      ...["uq_broker_trading_configs_broker_profile_id", "uq_risk_params_broker_profile_id"],
      ...["users_pkey", "ix_order_logs_account_created", "ix_order_logs_sent"],
    ],
    ({ holdings }) =>
      holdings.factsOf([{ accountId: ID, userId: ITS_USER, clientKey: "K7", sentSince: ago(0.1) }]),
  ],
  "open orders": [["ix_order_logs_open"], ({ orders }) => orders.open(ID)],
  "an order by its key": [["uq_order_logs_client_key"], ({ orders }) => orders.byKey("K7")],
  "an order's change": [
    ["uq_order_logs_client_key"],
    ({ orders }) => orders.change("K5", (order) => ({ ok: true, value: order })),
  ],
  "orders by their brokers' numbers": [
    ["ix_order_logs_account_broker_id"],
    ({ orders }) => orders.byBrokerOrderIds(ID, ["B5", "B10"]),
  ],
  "orders by their keys": [
    ["uq_order_logs_client_key", "ix_order_logs_account_created"],
    ({ orders }) => orders.byKeys(ID, ["K5", "K10", "K15"]),
  ],
  "an order by the broker's number": [
    ["ix_order_logs_account_broker_id"],
    ({ orders }) => orders.byBrokerOrderId(ID, "B5"),
  ],
  "the latest orders": [
    ["ix_order_logs_account_created"],
    ({ orders }) => orders.latest(ID, ROWS_MAX),
  ],
  "orders sent since": [
    ["ix_order_logs_account_created", "ix_order_logs_sent"],
    ({ orders }) => orders.submittedSince(ID, ago(0.1)),
  ],
  "all orders sent since": [
    ["ix_order_logs_sent"],
    ({ orders }) => orders.countAllSubmittedSince((NOW - 60_000) as Instant),
  ],
  "fills since": [["ix_executions_account_at"], ({ fills }) => fills.since(ID, ago(1))],
  "the latest fills": [["ix_executions_account_at"], ({ fills }) => fills.latest(ID, 100)],
  "the number of fills since": [
    ["ix_executions_account_at"],
    ({ fills }) => fills.countSince(ID, ago(1)),
  ],
  "sums of fills since": [
    ["ix_executions_account_at", "ix_activities_busts"],
    ({ fills }) => fills.totalsSince(ID, ago(1)),
  ],
  "whether an execution is booked": [
    ["uq_executions_account_execution"],
    ({ fills }) => fills.isBooked(ID, "E5"),
  ],
  "which executions are booked": [
    ["uq_executions_account_execution"],
    ({ fills }) => fills.bookedAmong(ID, ["E5", "E10", "E15"]),
  ],
  "a position that is gone": [
    ["uq_positions_account_ticker"],
    ({ positions }) => positions.put({ ...somePosition(ID, 0), ticker: AAPL }),
  ],
  positions: [["uq_positions_account_ticker"], ({ positions }) => positions.of(ID)],
  trails: [["trails_pkey"], ({ trails }) => trails.of(ID)],
  "equity at an instant": [["equity_points_pkey"], ({ equity }) => equity.at(ID, ago(1))],
  "the latest equity": [["equity_points_pkey"], ({ equity }) => equity.since(ID, ago(31), 1)],
  "a curve of equity": [["equity_points_pkey"], ({ equity }) => equity.since(ID, ago(60), 500)],
  "what came in and left": [["ix_postings_account_ledger"], ({ capital }) => capital.of(ID)],
  "the latest decisions": [
    ["ix_decisions_account_at"],
    ({ decisions }) => decisions.latest(ID, { limit: ROWS_MAX }),
  ],
  "the latest decisions on a symbol": [
    ["ix_decisions_account_ticker_at"],
    ({ decisions }) => decisions.latest(ID, { ticker: AAPL, limit: 100 }),
  ],
  "what was decided last of each symbol": [
    ["ix_decisions_account_ticker_at"],
    ({ decisions }) => decisions.lastOf(ID, [AAPL]),
  ],
  "the latest decisions that are no waiting": [
    ["ix_decisions_told"],
    ({ decisions }) => decisions.page(ID, { limit: 100, verdicts: TOLD }),
  ],
  ...Object.fromEntries(
    PLACES.flatMap(
      ({ name, before }) =>
        [
          [
            `the latest fills of ${name}`,
            [["ix_executions_account_at"], ({ fills }) => fills.page(ID, { limit: 100, before })],
          ],
          [
            `the latest fills of ${name}, of a symbol`,
            [
              ["ix_executions_ticker_account_at"],
              ({ fills }) => fills.page(ID, { limit: 100, before, ticker: AAPL }),
            ],
          ],
          [
            `the latest fills of ${name}, of a year`,
            [
              ["ix_executions_account_at"],
              ({ fills }) => fills.page(ID, { limit: 100, before, from: ago(90), to: NOW }),
            ],
          ],
          [
            `the latest orders of ${name}`,
            [
              ["ix_order_logs_account_created"],
              ({ orders }) => orders.page(ID, { limit: 100, before }),
            ],
          ],
          [
            `the latest orders of ${name}, of a symbol`,
            [
              ["ix_order_logs_ticker_account_created"],
              ({ orders }) => orders.page(ID, { limit: 100, before, ticker: AAPL }),
            ],
          ],
          [
            `the latest decisions of ${name}`,
            [
              ["ix_decisions_account_at"],
              ({ decisions }) => decisions.page(ID, { limit: 100, before }),
            ],
          ],
          [
            `the latest decisions of ${name}, that are no waiting`,
            [
              ["ix_decisions_told"],
              ({ decisions }) => decisions.page(ID, { limit: 100, before, verdicts: TOLD }),
            ],
          ],
          [
            // So few that they may be sorted.
            `decisions of ${name} on a symbol, that are no waiting`,
            [
              ["ix_decisions_ticker_told"],
              ({ decisions }) =>
                decisions.page(ID, { limit: 100, before, ticker: AAPL, verdicts: TOLD }),
            ],
          ],
        ] satisfies readonly (readonly [string, HotQuery])[],
    ),
  ),
  "the latest decisions taken": [
    ["ix_decisions_taken"],
    ({ decisions }) => decisions.taken(ID, 100),
  ],
  "whether a lease holds": [LEASE, ({ leases }) => leases.holds(ID, 1)],
  "trails of several accounts": [["trails_pkey"], ({ trails }) => trails.ofAll([ID])],
  "whether a lease is held": [LEASE, ({ leases }) => leases.isHeld(ID)],
  "a lease's end": [LEASE, ({ leases }) => leases.release(ID, "nobody")],
};
