import type { Storage } from "@sevenfold/application/ports/stores/storage";
import { Command } from "commander";
import { usageFailure } from "../failure.ts";
import { systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";
import { openKeptStorage, readConfiguration } from "./command-storage.ts";

interface HaltFlags {
  readonly lift?: boolean;
}

/** `sevenfold halt`: the operator's switch, for every account and process on the database. */
export function haltCommand(terminal: Terminal): Command {
  return new Command("halt")
    .description(
      "Keeps every order from being sent, entries and exits, by the worker and by hand; cancels " +
        "pass. Without a reason it says whether trading is halted. The embedded database belongs " +
        "to the running Sevenfold: there, start it with TRADING_HALTED set to the reason.",
    )
    .argument("[reason...]", "why, in words that every user is shown")
    .option("--lift", "let orders pass again")
    .action(async (words: readonly string[], { lift }: HaltFlags) => {
      const reason = words.join(" ").trim();
      if (0 < words.length && reason === "")
        throw usageFailure("the reason has no words, so nothing was done: say why in words");
      if (lift && reason !== "") throw usageFailure("--lift takes no reason");
      if (200 < reason.length) throw usageFailure("the reason must have at most 200 characters");
      const said = await onStorage((storage) =>
        lift ? liftHalt(storage) : reason === "" ? tellHalt(storage) : halt(storage, reason),
      );
      terminal.stdout.write(`${said}\n`);
    });
}

async function halt(storage: Storage, reason: string): Promise<string> {
  await storage.transact(({ halts }) => halts.halt({ reason, since: systemClock.now() }));
  return `Trading is halted: ${reason}`;
}

async function liftHalt(storage: Storage): Promise<string> {
  await storage.transact(({ halts }) => halts.lift());
  return "Orders may be sent.";
}

async function tellHalt({ read }: Storage): Promise<string> {
  const current = await read.halts.current();
  if (!current) return "Orders may be sent.";
  return `Trading is halted since ${new Date(current.since).toISOString()}: ${current.reason}`;
}

async function onStorage(work: (storage: Storage) => Promise<string>): Promise<string> {
  const opened = await openKeptStorage(readConfiguration());
  try {
    return await work(opened.storage);
  } finally {
    await opened.close();
  }
}
