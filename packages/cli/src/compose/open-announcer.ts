import {
  openPostgresAnnouncer,
  RoleTaken,
} from "@sevenfold/adapters-persistence/announcements/postgres-announcer";
import type { Announcer } from "@sevenfold/application/ports/announcer";
import type { Log } from "@sevenfold/application/ports/log";
import { inProcessAnnouncer } from "../system/in-process-announcer.ts";
import type { Closing } from "./closing.ts";
import { type Configuration, ConfigurationError } from "./configuration.ts";
import type { OpenNats } from "./open-nats.ts";

/** On a server there may be other processes to tell. */
export async function openAnnouncer(
  { databaseUrl: url, exchangeUrl }: Configuration,
  {
    closing,
    log,
    nats,
  }: {
    readonly closing: Closing;
    readonly log: Log;
    readonly nats: OpenNats | undefined;
  },
): Promise<Announcer> {
  const local = inProcessAnnouncer(log);
  if (url === undefined) return local;
  // Accounts opened on one exchange are unknown on another.
  const sole = exchangeUrl === undefined ? { soleRole: "built-in exchange" } : {};
  const announcer = await openPostgresAnnouncer({ url, local, log, ...sole }).catch((error) => {
    if (error instanceof RoleTaken)
      throw new ConfigurationError(`${error.message} End it, or set EXCHANGE_URL to where it is.`);
    throw error;
  });
  closing.add(() => announcer.close());
  return nats?.announcer(local, announcer) ?? announcer;
}
