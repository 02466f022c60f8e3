import { ROWS_MAX, type Tables } from "@sevenfold/application/ports/storage";
import { AAPL } from "@sevenfold/application/testing/storage-rows";
import { type Instant, instant } from "@sevenfold/domain/market";
import pg from "pg";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serverDataSource } from "./data-source.ts";
import { migrate } from "./migrate.ts";
import type { ReadingPool } from "./reading-pool.ts";
import { tablesOf } from "./tables.ts";
import { HEAVY_ACCOUNT as ID, MANY_ROWS, ROWS } from "./testing/many-rows.ts";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

const NOW = instant(Date.UTC(2026, 2, 11, 14));
const DAY_MS = 86_400_000;
const ago = (days: number) => (NOW - days * DAY_MS) as Instant;

type HotRead = readonly [readonly string[], (tables: Tables) => Promise<unknown>];

const TOLD = ["entered", "left", "blocked"] as const;
/** Where pages of a history begin: after the first one, and far back. */
const PLACES = [
  { name: "the second page", before: { at: ago(0.5), row: ROWS - 500 } },
  { name: "a page far back", before: { at: ago(40), row: ROWS - 40 * 1_440 } },
];

/** What is asked all the time, and the index it is answered from. */
const HOT_READS: Readonly<Record<string, HotRead>> = {
  "open orders": [["ix_order_logs_open"], ({ orders }) => orders.open(ID)],
  "an order by its key": [["uq_order_logs_client_key"], ({ orders }) => orders.byKey("K7")],
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
    ["ix_executions_account_at"],
    ({ fills }) => fills.totalsSince(ID, ago(1)),
  ],
  "whether an execution is booked": [
    ["uq_executions_account_execution"],
    ({ fills }) => fills.isBooked(ID, "E5"),
  ],
  holdings: [["uq_positions_account_ticker"], ({ positions }) => positions.of(ID)],
  trails: [["trails_pkey"], ({ trails }) => trails.of(ID)],
  "equity at an instant": [["equity_points_pkey"], ({ equity }) => equity.at(ID, ago(1))],
  "the latest equity": [["equity_points_pkey"], ({ equity }) => equity.since(ID, ago(31), 1)],
  "a curve of equity": [["equity_points_pkey"], ({ equity }) => equity.since(ID, ago(60), 500)],
  "the latest decisions": [
    ["ix_decisions_account_at"],
    ({ decisions }) => decisions.latest(ID, { limit: ROWS_MAX }),
  ],
  "the latest decisions on a symbol": [
    ["ix_decisions_account_ticker_at"],
    ({ decisions }) => decisions.latest(ID, { ticker: AAPL, limit: 100 }),
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
        ] satisfies readonly (readonly [string, HotRead])[],
    ),
  ),
  "the latest decisions taken": [
    ["ix_decisions_taken"],
    ({ decisions }) => decisions.taken(ID, 100),
  ],
  "whether a lease holds": [["leases_pkey"], ({ leases }) => leases.holds(ID, 1)],
};

/** How the server may come to a plan of a statement with parameters. */
const PLANS = ["force_generic_plan", "force_custom_plan"] as const;

describe.skipIf(!canTestOnPostgres())(`a database with ${ROWS} orders`, () => {
  let postgres: TestPostgres;
  let client: pg.Client;
  const sent = new Map<string, readonly Statement[]>();

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.newDatabase();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const [name, statements] of await statementsOf(url)) sent.set(name, statements);
  });
  afterAll(async () => {
    await client?.end();
    await postgres?.stop();
  });

  const explained = async (name: string, mode: string): Promise<readonly Node[]> => {
    const nodes: Node[] = [];
    for (const { name: named, prepared, values } of sent.get(name)!) {
      // What has no name is planned for its values each time.
      await client.query(`SET plan_cache_mode = ${named ? mode : "force_custom_plan"}`);
      const list = values.length === 0 ? "" : `(${values.map(literal).join(", ")})`;
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE ${prepared}${list}`);
      nodes.push(...nodesOf(rows[0]["QUERY PLAN"][0].Plan));
    }
    return nodes;
  };

  /** Reads by two keys may take the index of either while nothing is known of the table. */
  const BY_TWO_KEYS = ["an order by the broker's number"];

  const expectIndices = async (mode: string, passedOver: readonly string[] = []) => {
    for (const [name, [indices]] of Object.entries(HOT_READS)) {
      const nodes = await explained(name, mode);
      const used = nodes.flatMap((node) => node["Index Name"] ?? []);
      expect({ name, used }).not.toEqual({ name, used: [] });
      const others = used.filter((index) => !indices.includes(index) && !passedOver.includes(name));
      expect({ name, scans: scansOf(nodes), others }).toEqual({ name, scans: [], others: [] });
    }
  };

  it("is read by index with plans made once, while its tables were empty", async () => {
    let count = 0;
    for (const [name, statements] of sent) {
      const prepared = statements.map((statement) => {
        count += 1;
        return { ...statement, prepared: `hot_${count}` };
      });
      for (const { prepared: own, text } of prepared)
        await client.query(`PREPARE ${own} AS ${text}`);
      sent.set(name, prepared);
    }
    for (const name of sent.keys()) await explained(name, "force_generic_plan");
    for (const statement of MANY_ROWS) await client.query(statement);

    await expectIndices("force_generic_plan", BY_TWO_KEYS);
  });

  it.each(PLANS)("is read by index with %s, once its rows were counted", async (mode) => {
    await client.query("ANALYZE");

    await expectIndices(mode);
  });

  it("finds the place where a page begins in the index, and reads on from there", async () => {
    for (const name of Object.keys(HOT_READS).filter((each) => each.includes(" page")))
      for (const mode of PLANS) {
        const conditions = (await explained(name, mode)).map((node) => node["Index Cond"] ?? "");
        expect({ name, conditions }).toEqual({
          name,
          conditions: expect.arrayContaining([expect.stringContaining("< ROW(")]),
        });
      }
  });

  it("sorts no list that an index has in order", async () => {
    for (const name of Object.keys(HOT_READS).filter((each) => each.includes("latest")))
      for (const mode of PLANS) {
        const types = (await explained(name, mode)).map((node) => node["Node Type"]);
        expect({ name, types }).toEqual({ name, types: expect.not.arrayContaining(["Sort"]) });
      }
  });
});

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly prepared: string;
}

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Node[];
}

/** The very statements the stores send, heard where they leave for the server. */
async function statementsOf(url: string): Promise<ReadonlyMap<string, readonly Statement[]>> {
  const dataSource = await serverDataSource({
    url,
    poolSize: 4,
    connectTimeoutMs: 60_000,
    onConnectionLost: () => undefined,
  }).initialize();
  try {
    await migrate(dataSource);
    const pool = (dataSource.driver as PostgresDriver).master as ReadingPool;
    const heard: Statement[] = [];
    const { read, query } = pool;
    const listen = (ask: (statement: never) => unknown) => (statement: Statement) => {
      heard.push(statement);
      return ask.call(pool, statement as never);
    };
    Object.assign(pool, { read: listen(read), query: listen(query as never) });
    const tables = tablesOf(dataSource.manager);
    const found = new Map<string, readonly Statement[]>();
    for (const [name, [, ask]] of Object.entries(HOT_READS)) {
      await ask(tables);
      found.set(name, heard.splice(0));
    }
    return found;
  } finally {
    await dataSource.destroy();
  }
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const scansOf = (nodes: readonly Node[]): readonly string[] =>
  nodes.flatMap((node) => (node["Node Type"] === "Seq Scan" ? (node["Relation Name"] ?? []) : []));

function literal(value: unknown): string {
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(", ")}]`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  return pg.escapeLiteral(String(value));
}
