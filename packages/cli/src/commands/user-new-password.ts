import { randomBytes } from "node:crypto";
import { type ResetRefusal, resetPassword } from "@sevenfold/application/people/reset-password";
import { Command } from "commander";
import { inputFailure } from "../failure.ts";
import { argon2Hasher } from "../system/argon2-hasher.ts";
import { listedCommonPasswords } from "../system/listed-common-passwords.ts";
import { systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";
import { openCommandAnnouncer } from "./command-announcer.ts";
import { openKeptStorage, readConfiguration } from "./command-storage.ts";
import { NAMED_USER_TEXTS } from "./named-user-texts.ts";

/** `sevenfold user new-password` */
export const newPasswordCommand = (terminal: Terminal): Command =>
  new Command("new-password")
    .description(
      "Gives a user who forgot the password a new one and prints it. Every sign-in and API token of " +
        "the user ends; trading goes on. The embedded database belongs to the running Sevenfold: " +
        "stop that first.",
    )
    .argument("<user>", "the username, or the e-mail address")
    .option(
      "--remove-second-factor",
      "for who lost that too: it is set up anew, and live accounts wait for it",
    )
    .action((name: string, { removeSecondFactor = false }: NewPasswordFlags) =>
      newPassword(terminal, name, removeSecondFactor),
    );

interface NewPasswordFlags {
  readonly removeSecondFactor?: boolean;
}

async function newPassword(terminal: Terminal, name: string, removesTotp: boolean): Promise<void> {
  const configuration = readConfiguration();
  const opened = await openKeptStorage(configuration);
  const announcer = await openCommandAnnouncer(configuration);
  const newPassword = randomBytes(PASSWORD_BYTES).toString("base64url");
  try {
    const reset = await resetPassword({
      announcer,
      clock: systemClock,
      commonPasswords: listedCommonPasswords,
      hasher: argon2Hasher(),
      storage: opened.storage,
    })({ name, newPassword, removesTotp });
    if (!reset.ok) throw inputFailure(TEXTS[reset.refusal.kind](name));
    const { email, username } = reset.value;
    terminal.stdout.write(
      `Username  ${username}\nEmail     ${email}\nPassword  ${newPassword}\n` +
        "It is shown this once. Hand it over where nobody reads along, to be changed in Settings.\n" +
        "Who has guessed before may have to wait for up to an hour, or sign in from another network.\n",
    );
  } finally {
    await announcer.close();
    await opened.close();
  }
}

/** 144 bits, in 24 characters. */
const PASSWORD_BYTES = 18;

const TEXTS: Record<ResetRefusal["kind"], (name: string) => string> = {
  ...NAMED_USER_TEXTS,
  // Its name happens to stand in the password: the next one is another.
  "password-unfit": () => "the password that was drawn will not do; run the command again",
};
