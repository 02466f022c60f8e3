import type pg from "pg";
import type { DataSource, EntityManager, QueryRunner } from "typeorm";
import { gatherUntil } from "./gather.ts";

/** More writes than a use case has; a long list is waited for now and then. */
const UNANSWERED_MAX = 100;

/**
 * A transaction on a connection of its own. On a server its writes are sent without waiting for
 * their answers: what follows waits for them in the server's order, and the commit for all. The
 * embedded database takes one statement after the other.
 */
class Transaction {
  readonly #client: pg.Client;
  #unanswered: Promise<void>[] = [];
  #failure: { readonly error: unknown } | undefined;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async begun(client: pg.Client): Promise<Transaction> {
    // Waited for: what was sent behind a beginning that failed would be committed one by one.
    await client.query("START TRANSACTION");
    return new Transaction(client);
  }

  /** Resolves when it is on its way. Should it fail, what is asked next fails, and the commit too. */
  async write(statement: pg.QueryConfig): Promise<void> {
    this.#send(statement);
    if (this.#client.pipeline && this.#unanswered.length < UNANSWERED_MAX) return;
    await this.#answered();
    this.#throwFailure();
  }

  ask(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#client.pipeline) gatherUntil(process.nextTick, this.#client);
    return this.#client.query(statement);
  }

  /** Throws what failed first. A commit that is not confirmed may have taken place all the same. */
  async commit(): Promise<void> {
    const committing = this.ask({ text: "COMMIT" });
    const [outcome] = await Promise.allSettled([committing, this.#answered()]);
    this.#throwFailure();
    if (outcome.status === "rejected") throw outcome.reason;
    if (outcome.value.command !== "COMMIT")
      throw new Error("The transaction had failed before, and was undone where it was to end.");
  }

  /** Undoes it, and throws what failed first: what the work came upon may have followed from that. */
  async rollback(cause: unknown): Promise<never> {
    await Promise.allSettled([this.ask({ text: "ROLLBACK" }), this.#answered()]);
    this.#throwFailure();
    throw cause;
  }

  #send(statement: pg.QueryConfig): void {
    const answer = this.ask(statement).then(
      () => undefined,
      (error: unknown) => {
        this.#failure ??= { error };
      },
    );
    this.#unanswered.push(answer);
  }

  async #answered(): Promise<void> {
    await Promise.all(this.#unanswered.splice(0));
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

const transactions = new WeakMap<QueryRunner, Transaction>();

/** The transaction the manager works in, if it does. */
export const transactionOf = ({ queryRunner }: EntityManager): Transaction | undefined =>
  queryRunner && transactions.get(queryRunner);

/** Runs the work in a transaction of its own. Work that throws leaves nothing behind. */
export async function inTransaction<Value>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<Value>,
): Promise<Value> {
  const runner = dataSource.createQueryRunner();
  try {
    const transaction = await Transaction.begun((await runner.connect()) as pg.Client);
    transactions.set(runner, transaction);
    const value = await work(runner.manager).catch((error: unknown) => transaction.rollback(error));
    await transaction.commit();
    return value;
  } finally {
    await runner.release();
  }
}
