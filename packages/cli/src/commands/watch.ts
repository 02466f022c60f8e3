import { httpSight } from "@sevenfold/adapters-watch/http-sight";
import { mailNotifier } from "@sevenfold/adapters-watch/mail-notifier";
import { webHeartbeat } from "@sevenfold/adapters-watch/web-heartbeat";
import { webhookNotifier } from "@sevenfold/adapters-watch/webhook-notifier";
import type { Notifier } from "@sevenfold/application/ports/notifier";
import type { Sight } from "@sevenfold/application/ports/sight";
import { databaseSight } from "@sevenfold/application/watch/database-sight";
import { openLook } from "@sevenfold/application/watch/look-for-trouble";
import { testNoticeOf, wordsOf } from "@sevenfold/application/watch/notice-words";
import { runWatch } from "@sevenfold/application/watch/run-watch";
import { MINUTE_MS } from "@sevenfold/domain/market";
import { Command } from "commander";
import { ConfigurationError } from "../compose/configuration.ts";
import { reopenedTables } from "../compose/reopened-tables.ts";
import { type WatchSettings, watchedUrl, watchSettingsFrom } from "../compose/watch-settings.ts";
import { EXIT, Failure, usageFailure } from "../failure.ts";
import { jsonLog } from "../system/json-log.ts";
import { systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";
import { readConfiguration } from "./command-storage.ts";
import { stopAsked } from "./stop-asked.ts";
import { wholeNumber } from "./whole-number.ts";

interface WatchFlags {
  readonly url?: string;
  readonly remindMinutes: number;
  readonly once?: boolean;
  readonly test?: boolean;
}

interface Watched {
  readonly sight: Sight;
  close(): Promise<void>;
}

/** `sevenfold watch`: tells somebody when nobody trades any more. */
export const watchCommand = (terminal: Terminal): Command =>
  new Command("watch")
    .description(
      "Looks every five seconds whether a worker lives, and tells a webhook or a mailbox within a " +
        "minute when none does. It looks into the database at DATABASE_URL, or asks the server at " +
        "--url. WATCH_WEBHOOK_URL or WATCH_MAIL_TO in the environment say whom it tells. " +
        "docs/operations.md",
    )
    .option("--url <address>", "ask the server there instead of the database")
    .option(
      "--remind-minutes <minutes>",
      "tell again what still stands after so long",
      wholeNumber(1, 1_440),
      30,
    )
    .option("--once", "look once, print what is wrong and tell nobody: exit code 0 well, 1 not")
    .option("--test", "tell everybody that notices arrive, and end")
    .action((flags: WatchFlags) => watch(terminal, flags));

async function watch(terminal: Terminal, flags: WatchFlags): Promise<void> {
  if (flags.once && flags.test)
    throw usageFailure("--once tells nobody, so it goes without --test");
  const settings = readSettings();
  const notifiers = notifiersOf(settings);
  if (notifiers.length === 0 && !flags.once)
    throw usageFailure(
      "nobody would be told: set WATCH_WEBHOOK_URL, or WATCH_MAIL_TO, or look --once",
    );
  const { sight, close } = watchedBy(flags, settings);
  try {
    if (flags.once) return await lookOnce(terminal, sight);
    if (flags.test) return await tellTest(terminal, sight, notifiers);
    await stayUp(terminal, { sight, notifiers, flags, settings });
  } finally {
    await close();
  }
}

function readSettings(): WatchSettings {
  try {
    return watchSettingsFrom(process.env);
  } catch (error) {
    throw error instanceof ConfigurationError ? usageFailure(error.message) : error;
  }
}

const notifiersOf = ({ mail, webhook }: WatchSettings): readonly Notifier[] => [
  ...(webhook ? [webhookNotifier(webhook)] : []),
  ...(mail ? [mailNotifier(mail)] : []),
];

function watchedBy({ url }: WatchFlags, { token }: WatchSettings): Watched {
  if (url !== undefined) {
    try {
      const sight = httpSight({ url: watchedUrl(url, token), token });
      return { sight, close: async () => undefined };
    } catch (error) {
      throw error instanceof ConfigurationError ? usageFailure(error.message) : error;
    }
  }
  const { databaseUrl, dataFolder } = readConfiguration();
  if (databaseUrl === undefined)
    throw usageFailure(
      "the embedded database belongs to the running Sevenfold: give --url with its address, " +
        "http://127.0.0.1:4000, or set DATABASE_URL where it runs on PostgreSQL",
    );
  const { close, tables } = reopenedTables(databaseUrl, dataFolder);
  const name = `the database at ${new URL(databaseUrl).host}`;
  return { sight: databaseSight(name, systemClock, tables), close };
}

async function lookOnce(terminal: Terminal, sight: Sight): Promise<void> {
  const { found } = await openLook({ clock: systemClock, sight })();
  if (0 < found.length) throw new Failure(EXIT.unexpected, found.map(wordsOf).join("\n"));
  terminal.stdout.write(`All is well at ${sight.name}.\n`);
}

async function tellTest(
  terminal: Terminal,
  sight: Sight,
  notifiers: readonly Notifier[],
): Promise<void> {
  // Whoever cannot be told keeps nobody else from it.
  const failed: string[] = [];
  for (const { name, tell } of notifiers) {
    try {
      await tell(testNoticeOf(sight.name, systemClock.now()));
      terminal.stdout.write(`Told ${name}.\n`);
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (0 < failed.length) throw new Failure(EXIT.unexpected, failed.join("; "));
}

async function stayUp(
  terminal: Terminal,
  {
    flags,
    notifiers,
    settings,
    sight,
  }: {
    readonly flags: WatchFlags;
    readonly notifiers: readonly Notifier[];
    readonly settings: WatchSettings;
    readonly sight: Sight;
  },
): Promise<void> {
  const ending = new AbortController();
  void stopAsked().then(() => ending.abort());
  const { heartbeatUrl, logLevel } = settings;
  const told = notifiers.map(({ name }) => name).join(" and ");
  terminal.stdout.write(`Watching ${sight.name}; who is told: ${told}.\nPress Ctrl-C to stop.\n`);
  await runWatch(
    {
      clock: systemClock,
      log: jsonLog(logLevel),
      sight,
      notifiers,
      heartbeat: heartbeatUrl === undefined ? undefined : webHeartbeat(heartbeatUrl),
    },
    { remindMs: flags.remindMinutes * MINUTE_MS },
    ending.signal,
  );
  terminal.stdout.write("Stopped.\n");
}
