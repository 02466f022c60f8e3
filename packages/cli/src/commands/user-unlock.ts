import { isIP } from "node:net";
import { networkOf } from "@sevenfold/adapters-http/network-of";
import { liftSignInWaits } from "@sevenfold/application/people/sign-in-waits";
import { Command, InvalidArgumentError } from "commander";
import { inputFailure } from "../failure.ts";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { systemClock } from "../system/system-clock.ts";
import { visibleText } from "../system/visible-text.ts";
import type { Terminal } from "../terminal.ts";
import { openKeptStorage, readConfiguration } from "./command-storage.ts";
import { NAMED_USER_TEXTS } from "./named-user-texts.ts";

interface Flags {
  readonly address: readonly string[];
}

const ADDRESSES_MAX = 20;

/** `sevenfold user unlock` */
export const unlockUserCommand = (terminal: Terminal): Command =>
  new Command("unlock")
    .description(
      "Lets a user who mistyped too often try again at once: forgets the wrong sign-ins, codes and " +
        "passwords that were counted against them. The embedded database belongs to the running " +
        "Sevenfold: stop that first.",
    )
    .argument("<user>", "the username, or the e-mail address")
    .option(
      "--address <address>",
      "also the network of this IP address, under any name; may be given again",
      collected,
      [],
    )
    .action((name: string, { address }: Flags) => unlock(terminal, name, address));

/** As Node writes it: what was counted stands under that. */
function collected(text: string, before: readonly string[]): readonly string[] {
  const kind = isIP(text);
  if (kind === 0) throw new InvalidArgumentError("It is an IP address, such as 203.0.113.7.");
  if (ADDRESSES_MAX <= before.length)
    throw new InvalidArgumentError(`There are ${ADDRESSES_MAX} at most.`);
  return [...before, kind === 6 ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text];
}

async function unlock(
  { stdout }: Terminal,
  name: string,
  addresses: readonly string[],
): Promise<void> {
  const opened = await openKeptStorage(readConfiguration());
  try {
    const needs = {
      clock: systemClock,
      identifiers: randomIdentifiers,
      networkOf,
      storage: opened.storage,
    };
    // An IPv4 address is written either way, by how the server listens.
    const both = addresses.flatMap((each) => (isIP(each) === 4 ? [each, `::ffff:${each}`] : each));
    const unlocked = await liftSignInWaits(needs)(name, both);
    if (!unlocked.ok) throw inputFailure(NAMED_USER_TEXTS[unlocked.refusal.kind](name));
    const { lifted, user } = unlocked.value;
    stdout.write(`${visibleText(user.username)}: ${liftedText(lifted.length)}\n`);
  } finally {
    await opened.close();
  }
}

const liftedText = (count: number): string =>
  count === 0
    ? "nothing that is known of waited. Where one still has to wait, name the address they come from: --address"
    : `${count} ${count === 1 ? "wait is" : "waits are"} lifted. The next try counts as the first.`;
