import { readFile } from "node:fs/promises";
import { Client } from "pg";

/** A server of which no process that serves the product does anything. */
export interface StillPostgres {
  /** One statement, on the one connection that is served. */
  query(sql: string): Promise<readonly object[]>;
  goOn(): Promise<void>;
}

/** Stops what serves the product, and what would serve whoever connects anew, as a machine that stands still does. */
export async function standStill(url: string): Promise<StillPostgres> {
  const client = new Client({ connectionString: url, application_name: "chaos" });
  await client.connect();
  const query = async (sql: string) => (await client.query(sql)).rows as readonly object[];
  const pidsOf = async (sql: string) =>
    ((await query(sql)) as readonly { readonly pid: number }[]).map(({ pid }) => pid);
  const [own = 0] = await pidsOf("SELECT pg_backend_pid() AS pid");
  const still = [await parentOf(own)];
  process.kill(still[0]!, "SIGSTOP");
  for (const pid of await pidsOf(SERVING)) if (signaled(pid, "SIGSTOP")) still.push(pid);
  return {
    query,
    async goOn() {
      for (const pid of still) signaled(pid, "SIGCONT");
      await client.end();
    },
  };
}

export const SERVING = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'sevenfold%'";

/** Whether the process was there; 0 only asks. */
export function signaled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** The server starts a process of its own for each connection. */
async function parentOf(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^PPid:\s+(\d+)$/m.exec(told)?.[1]);
}
