import { type TransactOptions, takenBack } from "@sevenfold/application/ports/stores/storage";
import type pg from "pg";
import type { DataSource, EntityManager, QueryRunner } from "typeorm";
import { askTogether } from "./one-packet.ts";

const NOT_ON_DISK_YET = { text: "SET LOCAL synchronous_commit = off" };
/** Writes under way in a runner's transaction, that nobody waits for before it ends. */
const underWay = new WeakMap<QueryRunner, Promise<unknown>[]>();
/** More than a use case has; a long list is waited for now and then. */
const UNDER_WAY_MAX = 100;

/** Connections of runners in a transaction. */
const clients = new WeakMap<QueryRunner, pg.Client>();
/** The answer to what began a runner's transaction. */
const beginnings = new WeakMap<QueryRunner, Promise<unknown>>();
/** Runners whose transaction may have changed something: it was asked for more than to read. */
const changers = new WeakSet<QueryRunner>();

/** Runs the work in a transaction of its own. Work that throws leaves nothing behind. */
export async function inTransaction<Value>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<Value>,
  { isUpkeep = false }: TransactOptions = {},
): Promise<Value> {
  const runner = dataSource.createQueryRunner();
  try {
    await begin(runner, isUpkeep);
    const value = await work(runner.manager).catch(async (error: unknown) => {
      // Where the connection is gone there is nothing to undo; what the work came upon says more.
      await runner.rollbackTransaction().catch(() => undefined);
      await written(runner);
      throw error;
    });
    await commit(runner);
    return value;
  } finally {
    await runner.release();
  }
}

/**
 * Sends what begins the transaction, and on a server does not wait for its answer: what is read first
 * leaves in the same packet. Whatever TypeORM asks waits for it.
 */
async function begin(runner: QueryRunner, isUpkeep: boolean): Promise<void> {
  const client: pg.Client = await runner.connect();
  const begun = askTogether(client, "BEGIN");
  begun.catch(() => undefined);
  // The embedded database has no setting of it worth a statement.
  if (isUpkeep && client.pipeline) askTogether(client, NOT_ON_DISK_YET).catch(() => undefined);
  if (!client.pipeline) await begun;
  beginnings.set(runner, begun);
  // TypeORM's own word for it costs a journey, and says no more.
  Object.assign(runner, {
    isTransactionActive: true,
    connect() {
      changers.add(runner);
      return begun.then(() => client);
    },
  });
  clients.set(runner, client);
}

/**
 * Asks in the runner's transaction. A read may leave before it is known that the transaction has begun,
 * and is worth nothing if it had not; anything else waits for that.
 */
export async function askWithin(
  runner: QueryRunner,
  statement: pg.QueryConfig & { readonly isRead?: boolean },
): Promise<pg.QueryResult> {
  const client = clients.get(runner);
  if (!client || !isOnlyRead(statement)) return askTogether(await runner.connect(), statement);
  const [answer] = await Promise.all([askTogether(client, statement), beginnings.get(runner)]);
  return answer;
}

/** It may lock rows, and changes none. */
const isOnlyRead = ({ isRead, text }: pg.QueryConfig & { readonly isRead?: boolean }): boolean =>
  isRead ?? /^\s*SELECT\b/.test(text);

/**
 * Sends a write that answers nothing, without waiting for it. Should it fail, so does what is asked
 * after it, and the transaction throws its error.
 */
export async function send(runner: QueryRunner, statement: pg.QueryConfig): Promise<void> {
  const client: pg.Client = await runner.connect();
  const writes = underWay.get(runner) ?? [];
  underWay.set(runner, writes);
  const answer = askTogether(client, statement);
  // Heard where the transaction ends.
  answer.catch(() => undefined);
  writes.push(answer);
  // The embedded database takes one statement after the other.
  if (!client.pipeline || UNDER_WAY_MAX <= writes.length) await written(runner);
}

/** Throws what failed first of what was sent. */
export async function written(runner: QueryRunner): Promise<void> {
  for (const answer of underWay.get(runner)?.splice(0) ?? []) await answer;
}

/**
 * Throws unless the server confirms it: a transaction in which a statement had failed it takes back,
 * and answers with that. A commit without an answer may have taken place all the same. One that has
 * locked rows and changed none need not be on disk.
 */
async function commit(runner: QueryRunner): Promise<void> {
  const hasChanged = changers.has(runner);
  const client: pg.Client = await runner.connect();
  if (!hasChanged && client.pipeline) askTogether(client, NOT_ON_DISK_YET).catch(() => undefined);
  const [ended] = await Promise.allSettled([askTogether(client, "COMMIT")]);
  const isTakenBack = ended.status === "fulfilled" && ended.value.command !== "COMMIT";
  await written(runner).catch((error: unknown) => {
    throw isTakenBack ? takenBack(error) : error;
  });
  if (ended.status === "rejected") throw ended.reason;
  if (isTakenBack)
    throw takenBack(
      new Error("The transaction had failed before, and was undone where it was to end."),
    );
}

/** Whether the manager works in a transaction. */
export const isInTransaction = ({ queryRunner }: EntityManager): boolean =>
  queryRunner?.isTransactionActive ?? false;
