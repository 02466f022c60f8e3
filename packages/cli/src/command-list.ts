import type { CommandEntry } from "./command-line.ts";
import { BACKTEST } from "./commands/backtest-entry.ts";
import type { Completable } from "./completion/completable.ts";
import type { Terminal } from "./terminal.ts";

/** What `sevenfold` can be asked for. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "serve",
    summary: "run the web app, the API, the worker and the built-in exchange",
    staysUp: true,
    load: async () => (await import("./commands/serve.ts")).serveCommand,
  },
  {
    name: "api",
    summary: "run the web app and the API beside other processes",
    staysUp: true,
    load: async () => (await import("./commands/serve.ts")).apiCommand,
  },
  {
    name: "worker",
    summary: "run a trading worker beside other processes",
    staysUp: true,
    load: async () => (await import("./commands/serve.ts")).workerCommand,
  },
  {
    name: "exchange",
    summary: "run the built-in exchange alone, with faults and bars of your own if you like",
    staysUp: true,
    load: async () => (await import("./commands/exchange.ts")).exchangeCommand,
  },
  {
    name: "watch",
    summary: "tell a webhook or a mailbox within a minute when no worker lives",
    staysUp: true,
    endsAtOnce: true,
    load: async () => (await import("./commands/watch.ts")).watchCommand,
  },
  BACKTEST,
  {
    name: "data",
    summary: "keep bars for backtests: fetch, import, generate, list, verify, adjust",
    load: async () => (await import("./commands/data.ts")).dataCommand,
  },
  {
    name: "sweep",
    summary: "try many settings on recorded bars, and say how much of the best is luck",
    load: async () => (await import("./commands/sweep.ts")).sweepCommand,
  },
  {
    name: "sweep-worker",
    summary: "compute parts of sweeps that were begun on other machines",
    staysUp: true,
    load: async () => (await import("./commands/sweep-worker.ts")).sweepWorkerCommand,
  },
  {
    name: "walk-forward",
    summary: "choose settings by the days so far and trade them on the days after, step by step",
    load: async () => (await import("./commands/walk-forward.ts")).walkForwardCommand,
  },
  {
    name: "monte-carlo",
    summary: "draw a kept backtest's trades and days again: how else it could have gone",
    load: async () => (await import("./commands/monte-carlo.ts")).monteCarloCommand,
  },
  {
    name: "report",
    summary: "make the report of a kept run: HTML, Markdown or CSV",
    load: async () => (await import("./commands/report.ts")).reportCommand,
  },
  {
    name: "compare",
    summary: "set kept runs side by side",
    load: async () => (await import("./commands/compare.ts")).compareCommand,
  },
  {
    name: "lookahead",
    summary: "prove that no decision of a backtest knew its future",
    load: async () => (await import("./commands/lookahead.ts")).lookaheadCommand,
  },
  {
    name: "metrics",
    summary: "measure any equity curve, in the words of six programs",
    load: async () => (await import("./commands/metrics.ts")).metricsCommand,
  },
  {
    name: "pbo",
    summary: "probability of backtest overfitting of a matrix of returns from anywhere",
    load: async () => (await import("./commands/pbo.ts")).pboCommand,
  },
  {
    name: "strategy",
    summary: "begin a strategy of your own, and let it trade an account",
    load: async () => (await import("./commands/strategy.ts")).strategyCommand,
  },
  {
    name: "adapter",
    summary: "begin a broker adapter, or try one on the conformance kit",
    endsAtOnce: true,
    load: async () => (await import("./commands/adapter.ts")).adapterCommand,
  },
  {
    name: "billing",
    summary: "put the plans on sale at Stripe",
    load: async () => (await import("./commands/billing.ts")).billingCommand,
  },
  {
    name: "credentials",
    summary: "make or change the key that secrets are sealed under",
    load: async () => (await import("./commands/credentials.ts")).credentialsCommand,
  },
  {
    name: "user",
    summary: "let in again who forgot the password or lost the second factor",
    load: async () => (await import("./commands/user.ts")).userCommand,
  },
  {
    name: "migrate",
    summary: "bring the database's tables up to date",
    load: async () => (await import("./commands/migrate.ts")).migrateCommand,
  },
  {
    name: "backup",
    summary: "write the database and the exchange's accounts into a folder, with checksums",
    load: async () => (await import("./commands/backup.ts")).backupCommand,
  },
  {
    name: "restore",
    summary: "bring a backup back",
    load: async () => (await import("./commands/backup.ts")).restoreCommand,
  },
  {
    name: "doctor",
    summary: "say what is configured, reachable, stale or missing, and what to do",
    endsAtOnce: true,
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
  {
    name: "halt",
    summary: "keep every order from being sent, say why not, or let them pass again",
    load: async () => (await import("./commands/halt.ts")).haltCommand,
  },
  {
    name: "schema",
    summary: "print the JSON Schema of what a command prints with --json",
    load: async () => (await import("./commands/schema.ts")).schemaCommand,
  },
  {
    name: "completion",
    summary: "let bash, zsh or fish finish commands and flags",
    load: async () => (await import("./commands/completion.ts")).completionCommand(completables),
  },
];

/** Every command with its flags. */
async function completables(terminal: Terminal): Promise<readonly Completable[]> {
  const { completableOf } = await import("./completion/completable.ts");
  const commands = await Promise.all(
    COMMANDS.map(async ({ summary, load }) => (await load())(terminal).summary(summary)),
  );
  return commands.map(completableOf);
}
