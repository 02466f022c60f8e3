import pg from "pg";

/**
 * The embedded database's one session. The driver's own pool ends a connection whose statement has
 * failed, and opens another: here that would be the same session, in which the answer to the failed
 * statement is still under way and would be taken for the next one's.
 */
export class EmbeddedPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: the pool's own signature is a list of overloads
  override async query(...statement: any[]): Promise<any> {
    const client = await this.connect();
    try {
      return await client.query(...(statement as [pg.QueryConfig]));
    } finally {
      client.release();
    }
  }
}
