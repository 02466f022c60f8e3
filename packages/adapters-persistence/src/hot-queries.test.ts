import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serverDataSource } from "./data-source.ts";
import { migrate } from "./migrate.ts";
import { tablesOf } from "./tables.ts";
import { HOT_QUERIES } from "./testing/hot-queries.ts";
import { manyRows, ROWS } from "./testing/many-rows.ts";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";
import { inTransaction } from "./transaction.ts";

/** A server plans a statement five times for its values, then settles on one plan where that pays. */
const SETTLED = 6;

describe.skipIf(!canTestOnPostgres())(`a database with ${ROWS} orders`, () => {
  let postgres: TestPostgres;
  let client: pg.Client;
  let sent: ReadonlyMap<string, readonly Statement[]>;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    sent = await statementsOf(await postgres.newDatabase());
    const url = await postgres.newDatabase();
    const dataSource = await dataSourceAt(url).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    await prepareAll();
    await settle();
    for (const statement of manyRows(ROWS)) await client.query(statement);
  });
  afterAll(async () => {
    await client?.end();
    await postgres?.stop();
  });

  /** The plan the server takes by itself, as no setting tells it how to plan. */
  const explained = async ({ name, text, values }: Statement): Promise<readonly Node[]> => {
    // What has no name is planned for its values each time.
    if (!name) await prepare({ text, as: "unnamed" });
    const list = values.length === 0 ? "" : `(${values.map(literal).join(", ")})`;
    const { rows } = await client.query(
      `EXPLAIN (FORMAT JSON) EXECUTE "${name ?? "unnamed"}"${list}`,
    );
    if (!name) await client.query("DEALLOCATE unnamed");
    return nodesOf(rows[0]["QUERY PLAN"][0].Plan);
  };
  const plansOf = async (name: string): Promise<readonly Node[]> => {
    const nodes: Node[] = [];
    for (const statement of sent.get(name)!) nodes.push(...(await explained(statement)));
    return nodes;
  };

  const prepare = ({ text, as }: { readonly text: string; readonly as: string }) =>
    client.query(`PREPARE "${as}" AS ${text}`);
  const prepareAll = async () => {
    await client.query("DEALLOCATE ALL");
    const named = new Map([...sent.values()].flat().map(({ name, text }) => [name, text] as const));
    for (const [name, text] of named) if (name) await prepare({ text, as: name });
  };
  const settle = async () => {
    for (let turn = 0; turn < SETTLED; turn += 1)
      for (const name of sent.keys()) await plansOf(name);
  };

  const expectIndices = async () => {
    for (const [name, [indices]] of Object.entries(HOT_QUERIES)) {
      const nodes = await plansOf(name);
      const used = nodes.flatMap((node) => node["Index Name"] ?? []);
      expect({ name, used }).not.toEqual({ name, used: [] });
      const others = used.filter((index) => !indices.includes(index));
      expect({ name, scans: scansOf(nodes), others }).toEqual({ name, scans: [], others: [] });
    }
  };

  const latest = Object.keys(HOT_QUERIES).filter((name) => name.includes("latest"));
  const expectNoSort = async (names: readonly string[]) => {
    for (const name of names) {
      const types = (await plansOf(name)).map((node) => node["Node Type"]);
      expect({ name, types }).toEqual({ name, types: expect.not.arrayContaining(["Sort"]) });
    }
  };

  it("is asked by index with plans made while its tables were empty", async () => {
    await expectIndices();
    // A page is planned for its values each time, and while nothing is known of them it may be sorted.
    await expectNoSort(latest.filter((name) => sent.get(name)!.every((asked) => asked.name)));
  });

  it("is asked by index once its rows were counted, at first and for good", async () => {
    await client.query("ANALYZE");
    await expectIndices();
    await prepareAll();
    await expectIndices();
    await settle();

    await expectIndices();
    await expectNoSort(latest);
  });

  it("finds the place where a page begins in the index, and reads on from there", async () => {
    await client.query("ANALYZE");
    for (const name of Object.keys(HOT_QUERIES).filter((each) => each.includes(" page"))) {
      const conditions = (await plansOf(name)).map((node) => node["Index Cond"] ?? "");
      expect({ name, conditions }).toEqual({
        name,
        conditions: expect.arrayContaining([expect.stringContaining("< ROW(")]),
      });
    }
  });
});

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Node[];
}

const dataSourceAt = (url: string) =>
  serverDataSource({
    url,
    poolSize: 4,
    connectTimeoutMs: 60_000,
    onConnectionLost: () => undefined,
  });

/** The very statements the stores send, heard where they leave for the server. */
async function statementsOf(url: string): Promise<ReadonlyMap<string, readonly Statement[]>> {
  const dataSource = await dataSourceAt(url).initialize();
  try {
    await migrate(dataSource);
    for (const statement of manyRows(100)) await dataSource.query(statement);
    const found = new Map<string, readonly Statement[]>();
    await inTransaction(dataSource, async (manager) => {
      const heard: Statement[] = [];
      const connection: pg.Client = await manager.queryRunner!.connect();
      const { query } = connection;
      const hear = (statement: Statement) => {
        heard.push(statement);
        return (query as (asked: Statement) => unknown).call(connection, statement);
      };
      Object.assign(connection, { query: hear });
      const tables = tablesOf(manager);
      for (const [name, [, ask]] of Object.entries(HOT_QUERIES)) {
        await ask(tables);
        found.set(name, heard.splice(0));
      }
      Object.assign(connection, { query });
    });
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
