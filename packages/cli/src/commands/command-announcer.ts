import {
  openPostgresAnnouncer,
  type PostgresAnnouncer,
} from "@sevenfold/adapters-persistence/announcements/postgres-announcer";
import type { Log } from "@sevenfold/application/ports/log";
import type { Configuration } from "../compose/configuration.ts";
import { inProcessAnnouncer } from "../system/in-process-announcer.ts";

/**
 * Tells the processes of Sevenfold on the same database what a command changed; also those with NATS
 * hear it so. Where it cannot, they find out by themselves, and the command does its work all the same.
 */
export async function openCommandAnnouncer({
  databaseUrl: url,
}: Configuration): Promise<PostgresAnnouncer> {
  const local = inProcessAnnouncer(SILENT);
  const alone = { ...local, close: async () => undefined };
  if (url === undefined) return alone;
  return openPostgresAnnouncer({ url, local, log: SILENT }).catch(() => alone);
}

/** A command says by its own words how it went. */
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
