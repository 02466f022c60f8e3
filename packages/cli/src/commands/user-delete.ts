import { stripePayments } from "@sevenfold/adapters-payments/stripe/stripe-payments";
import { endBilling } from "@sevenfold/application/billing/end-billing";
import { noPayments } from "@sevenfold/application/billing/no-payments";
import { deleteNamedUser, type LeavingNeeds } from "@sevenfold/application/people/delete-user";
import { namedUser } from "@sevenfold/application/people/named-user";
import { PaymentsUnavailable } from "@sevenfold/application/ports/payments";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import { Command } from "commander";
import { allRegistrations, registeredAuthorisations } from "../compose/broker-registrations.ts";
import { type Configuration, ConfigurationError } from "../compose/configuration.ts";
import { credentialsKeys, hasCredentialsKey } from "../compose/credentials-keys.ts";
import { EXIT, Failure, inputFailure, usageFailure } from "../failure.ts";
import { aesSecretVault } from "../system/aes-secret-vault.ts";
import { systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";
import { openCommandAnnouncer } from "./command-announcer.ts";
import { openKeptStorage, readConfiguration } from "./command-storage.ts";
import { NAMED_USER_TEXTS } from "./named-user-texts.ts";

interface Flags {
  readonly confirm?: string;
}

/** `sevenfold user delete` */
export const deleteUserCommand = (terminal: Terminal): Command =>
  new Command("delete")
    .description(
      "Deletes a user with everything that is theirs, as they can themselves in Settings: AI Trading " +
        "goes off, the subscription ends at once, keys and rows are gone for good. Refused while orders " +
        "are open; shares stay at the broker. The embedded database belongs to the running Sevenfold: " +
        "stop that first.",
    )
    .argument("<user>", "the username, or the e-mail address")
    .option("--confirm <username>", "the username once more; without it nothing is deleted")
    .action((name: string, { confirm }: Flags) => remove(terminal, name, confirm));

async function remove(
  terminal: Terminal,
  name: string,
  confirmed: string | undefined,
): Promise<void> {
  const configuration = readConfiguration();
  const opened = await openKeptStorage(configuration);
  const announcer = await openCommandAnnouncer(configuration);
  try {
    const { storage } = opened;
    const named = await namedUser({ clock: systemClock, storage }, name);
    if (!named.ok) throw inputFailure(NAMED_USER_TEXTS[named.refusal.kind](name));
    if (confirmed !== named.value.username) throw await unconfirmed(storage, named.value);
    const needs = { ...(await leavingNeeds(configuration, terminal)), announcer, storage };
    const deleted = await deleteNamedUser(needs)(named.value.username).catch(billingFailure);
    if (!deleted.ok) throw refusalOf(deleted.refusal, name);
    const { email, username } = deleted.value;
    terminal.stdout.write(
      `${username}, ${email}: the account and everything in it is gone. The audit keeps a line, and ` +
        "backups keep what they hold.\n",
    );
  } finally {
    await announcer.close();
    await opened.close();
  }
}

async function unconfirmed(storage: Storage, { email, id, username }: User): Promise<Failure> {
  const accounts = (await storage.read.accounts.ofUser(id)).length;
  return usageFailure(
    `this deletes ${username}, ${email}, with ${accounts === 1 ? "1 broker account" : `${accounts} broker accounts`} ` +
      "and the whole history, and cannot be undone. Nothing was deleted: if it is meant, add " +
      `--confirm ${JSON.stringify(username)}`,
  );
}

async function leavingNeeds(
  configuration: Configuration,
  { stderr }: Terminal,
): Promise<Omit<LeavingNeeds, "announcer" | "storage">> {
  const { brokerModules, environment, exchangeUrl = "", stripe } = configuration;
  const place = { environment, exchangeUrl, now: systemClock.now };
  const payments = stripe ? stripePayments(stripe) : noPayments(NO_STRIPE);
  return {
    authorisations: registeredAuthorisations(await allRegistrations(brokerModules), place),
    // This process has none; the others hear of the deletion.
    brokers: { release: () => undefined },
    clock: systemClock,
    endBilling: endBilling({ payments }),
    log: {
      info: () => undefined,
      warn: (event) => stderr.write(`${WARNINGS[event] ?? event}\n`),
      error: (event) => stderr.write(`${event}\n`),
    },
    vault: await vaultOf(configuration),
  };
}

/** What brokers let us in with is given back under the key alone; without one it ends by itself. */
async function vaultOf(configuration: Configuration): Promise<LeavingNeeds["vault"]> {
  const none = () => Promise.reject(new Error("there is no credentials key"));
  if (!(await hasCredentialsKey(configuration))) return { open: none, seal: none };
  try {
    const { current, old } = await credentialsKeys(configuration);
    return aesSecretVault(current, old);
  } catch (error) {
    throw error instanceof ConfigurationError ? usageFailure(error.message) : error;
  }
}

const NO_STRIPE = "STRIPE_SECRET_KEY is not set here, so no subscription can be ended.";

const WARNINGS: Readonly<Record<string, string>> = {
  "access-not-revoked":
    "A broker did not hear that its access was given back; it ends there by itself.",
};

/** What is paid for could not be ended: nobody is deleted who would go on being charged. */
function billingFailure(error: unknown): never {
  if (!(error instanceof PaymentsUnavailable)) throw error;
  throw new Failure(
    EXIT.unexpected,
    `what the user pays for could not be ended: ${error.message} Nothing was deleted, and AI Trading ` +
      "is off. Set STRIPE_SECRET_KEY as Sevenfold has it, and run it again.",
  );
}

type Refusal = Extract<
  Awaited<ReturnType<ReturnType<typeof deleteNamedUser>>>,
  { readonly ok: false }
>["refusal"];

function refusalOf(refusal: Refusal, name: string): Failure {
  if (refusal.kind !== "open-orders") return inputFailure(NAMED_USER_TEXTS[refusal.kind](name));
  const { orders } = refusal;
  const some = orders.slice(0, ORDERS_SHOWN).map(({ quantity, side, ticker }) => {
    return `${side} ${quantity} ${ticker}`;
  });
  const more = orders.length - some.length;
  return inputFailure(
    `orders are open: ${some.join(", ")}${0 < more ? ` and ${more} more` : ""}. Nothing was deleted, ` +
      "and AI Trading is off. Have them canceled first, or wait for their end",
  );
}

const ORDERS_SHOWN = 10;
