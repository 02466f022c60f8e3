import { basename } from "node:path";
import type { Account, InstalledStrategy } from "@sevenfold/application/ports/stores/account";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import {
  type InstallRefusal,
  installStrategy,
  removeStrategy,
} from "@sevenfold/application/trading/settings/install-strategy";
import { Command } from "commander";
import { inputFailure, usageFailure } from "../failure.ts";
import { keepInstalled } from "../strategy/installed-file.ts";
import { readStrategy, unfitForLive } from "../strategy/read-strategy.ts";
import { parametersOf } from "../strategy/strategy-parameters.ts";
import { STRATEGY_LIMITS } from "../strategy/threaded-strategies.ts";
import { systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";
import { openKeptStorage, readConfiguration } from "./command-storage.ts";
import { addSetFlag } from "./set-flag.ts";

const ACCOUNT = "--account <account>";
const WHICH = "the account: its id, or its label where no other has it";

interface InstallFlags {
  readonly account: string;
  readonly set: readonly string[];
  readonly live?: string;
}

/** `sevenfold strategy install FILE --account ACCOUNT` */
export const installCommand = (terminal: Terminal): Command =>
  addSetFlag(new Command("install"))
    .description(
      "Lets a strategy of yours trade an account in the built-in rule's place. The file is kept in the " +
        "data folder under its hash. The embedded database belongs to the running Sevenfold: there, stop it first.",
    )
    .argument("<file>", "the strategy, TypeScript or JavaScript")
    .requiredOption(ACCOUNT, WHICH)
    .option("--live <hash>", "let it trade real money: the file's whole hash, written by hand")
    .action(async (file: string, flags: InstallFlags) => {
      const { strategy, sha256, bytes } = await readStrategy(file, STRATEGY_LIMITS.answerMs);
      if (strategy.forEachSymbol === undefined && strategy.forAllSymbols === undefined)
        throw inputFailure(`${file}: the worker trades forEachSymbol and forAllSymbols`);
      const unfit = unfitForLive(strategy);
      if (unfit !== undefined) throw inputFailure(`${file}: ${unfit}`);
      const parameters = parametersOf(strategy, flags.set);
      if (flags.live !== undefined && flags.live !== sha256)
        throw usageFailure(`--live ${flags.live}: the hash of ${file} is ${sha256}`);
      const wanted = { name: basename(file), sha256, parameters };
      const said = await onStorage(async (storage, dataFolder) => {
        const account = await accountOf(storage, flags.account);
        await keepInstalled(dataFolder, wanted, bytes);
        const live = flags.live === undefined ? {} : { liveSha256: flags.live };
        const needs = { clock: systemClock, storage };
        const installed = await installStrategy(needs)(account.id, { ...wanted, ...live });
        if (!installed.ok) throw usageFailure(REFUSALS[installed.refusal](account, sha256));
        return `${lineOf(account, installed.value)}\nIt trades while AI trading is on, from the next minute on.\n`;
      });
      terminal.stdout.write(said);
    });

/** `sevenfold strategy list` */
export const listCommand = (terminal: Terminal): Command =>
  new Command("list")
    .description("Says which accounts are traded by a strategy of yours, and by which file.")
    .action(async () => {
      const said = await onStorage(async ({ read }) => {
        const lines = (await read.accounts.all()).flatMap((account) =>
          account.own === undefined ? [] : [`${lineOf(account, account.own)}\n`],
        );
        return lines.length === 0
          ? "No account is traded by a strategy of yours.\n"
          : lines.join("");
      });
      terminal.stdout.write(said);
    });

/** `sevenfold strategy remove --account ACCOUNT` */
export const removeCommand = (terminal: Terminal): Command =>
  new Command("remove")
    .description(
      "Takes an account out of its strategy's hands, and switches its AI trading off: the built-in rule " +
        "trades it once that is switched on again.",
    )
    .requiredOption(ACCOUNT, WHICH)
    .action(async ({ account: word }: Pick<InstallFlags, "account">) => {
      const said = await onStorage(async (storage) => {
        const account = await accountOf(storage, word);
        const removed = await removeStrategy({ clock: systemClock, storage })(account.id);
        if (!removed.ok) throw usageFailure(`no strategy of yours trades ${account.label}`);
        return `${removed.value.name} trades ${account.label} no more, and its AI trading is off.\n`;
      });
      terminal.stdout.write(said);
    });

const REFUSALS: Readonly<Record<InstallRefusal, (account: Account, sha256: string) => string>> = {
  "account-not-found": ({ label }) => `${label} was removed meanwhile`,
  "demo-account": ({ label }) => `${label} belongs to a visitor of the demo`,
  "live-not-named": ({ label }, sha256) =>
    `${label} trades real money; if you mean that, add --live ${sha256}`,
};

const lineOf = ({ id, label, status, venue }: Account, own: InstalledStrategy): string => {
  const where = [id, venue, ...(status === "active" ? [] : [status])].join(", ");
  return `${label} (${where}): ${own.name}${setText(own)}, SHA-256 ${own.sha256}`;
};

function setText({ parameters }: InstalledStrategy): string {
  const set = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return set.length === 0 ? "" : ` (${set.join(", ")})`;
}

/** Accounts that are named where a word fits none of them, or several. */
const NAMED_MAX = 10;

async function accountOf({ read }: Storage, word: string): Promise<Account> {
  // Also those that wait for their broker: a strategy is taken away before they trade again.
  const all = await read.accounts.all();
  const fitting = all.filter(({ id, label }) => id === word || label === word);
  if (fitting.length === 1) return fitting[0]!;
  const named = (fitting.length === 0 ? all : fitting).slice(0, NAMED_MAX);
  const list = named.map(({ id, label }) => `${label} (${id})`).join(", ");
  const found = fitting.length === 0 ? "no account is called so" : "several are called so";
  throw usageFailure(`--account ${word}: ${found}${list === "" ? "" : `; there are ${list}`}`);
}

async function onStorage(
  work: (storage: Storage, dataFolder: string) => Promise<string>,
): Promise<string> {
  const configuration = readConfiguration();
  const opened = await openKeptStorage(configuration);
  try {
    return await work(opened.storage, configuration.dataFolder);
  } finally {
    await opened.close();
  }
}
