import type pg from "pg";
import type { Connected } from "./answered-client.ts";

/** A server that was told good-bye closes the line at once; one that does not is left. */
const HANG_UP_WITHIN_MS = 2_000;

/** Hangs up. The library waits for ever where the server is silent. */
export async function hungUp(client: pg.Client): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const isLate = new Promise<void>((resolve) => {
    late = setTimeout(resolve, HANG_UP_WITHIN_MS);
  });
  await Promise.race([client.end(), isLate]);
  clearTimeout(late);
  // Left alone it would keep the process.
  (client as Connected).connection?.stream?.destroy(new Error("Connection left"));
}
