import { hostname } from "node:os";
import { openNatsLink } from "@sevenfold/adapters-nats/nats-link";
import { takeWork } from "@sevenfold/adapters-nats/shared/take-work";
import { Command } from "commander";
import { engineToken } from "../distributed/engine-token.ts";
import { rowsMaker } from "../distributed/rows-maker.ts";
import { sharingSettingsFrom } from "../distributed/sharing-settings.ts";
import { EXIT } from "../failure.ts";
import { jsonLog } from "../system/json-log.ts";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import type { Terminal } from "../terminal.ts";
import { stopAsked } from "./stop-asked.ts";
import { jobsFlag } from "./sweep-flags.ts";

interface SweepWorkerFlags {
  readonly jobs: number;
}

/** `sevenfold sweep-worker`: computes parts of what is asked for with `--distributed`. */
export const sweepWorkerCommand = (terminal: Terminal): Command =>
  new Command("sweep-worker")
    .description(
      "Computes parts of sweeps, walks and Monte Carlo runs that are begun with --distributed on " +
        "any machine. NATS_URL in the environment says where they meet. docs/backtesting.md",
    )
    .addOption(jobsFlag())
    .action((flags: SweepWorkerFlags) => sweepWorker(flags, terminal));

async function sweepWorker({ jobs }: SweepWorkerFlags, terminal: Terminal): Promise<never> {
  const stopping = new AbortController();
  void stopAsked().then(() => stopping.abort());
  const id = `${hostname()}-${process.pid}-${randomIdentifiers.uuid().slice(0, 8)}`;
  const log = jsonLog("info");
  const { prefix, ...where } = sharingSettingsFrom(process.env);
  const link = openNatsLink({ ...where, name: `sevenfold sweep-worker ${id}`, log });
  const maker = rowsMaker();
  terminal.stdout.write(
    `Takes parts of sweeps on ${jobs} ${jobs === 1 ? "thread" : "threads"}. Press Ctrl-C to stop.\n`,
  );
  await takeWork({
    ...{ link, prefix, id, version: engineToken(), threads: jobs, maker, log },
    signal: stopping.signal,
  });
  await link.close();
  // A part that is being computed is another worker's by now.
  process.exit(EXIT.ok);
}
