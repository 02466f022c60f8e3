import {
  type SoldPlan,
  setUpCatalogue,
} from "@sevenfold/adapters-payments/stripe/stripe-catalogue";
import { isLiveKey } from "@sevenfold/adapters-payments/stripe/stripe-payments";
import { PaymentsUnavailable } from "@sevenfold/application/ports/payments";
import { PAYMENT_MESSAGES_PATH } from "@sevenfold/contract/payment-messages";
import { LISTED_PLANS } from "@sevenfold/contract/plans";
import { Command } from "commander";

import { PAYMENT_ENVIRONMENT } from "../compose/payment-settings.ts";
import { EXIT, Failure, usageFailure } from "../failure.ts";
import type { Terminal } from "../terminal.ts";

/** `sevenfold billing`: what is sold for subscriptions. */
export function billingCommand(terminal: Terminal): Command {
  const command = new Command("billing").description("Puts the plans on sale at Stripe.");
  command
    .command("setup")
    .description(
      "Creates the plans at Stripe with STRIPE_SECRET_KEY: a product and a yearly price each, found " +
        "by their lookup keys. What is there already stays: run it as often as you like.",
    )
    .action(() => setUp(terminal));
  return command;
}

const CENTS_PER_DOLLAR = 100;

async function setUp(terminal: Terminal): Promise<void> {
  const secretKey = secretKeyFrom(process.env.STRIPE_SECRET_KEY);
  const sold = await catalogueOf(secretKey);
  terminal.stdout.write(`${isLiveKey(secretKey) ? "Live mode" : "Test mode"}\n`);
  for (const each of sold) terminal.stdout.write(`  ${lineOf(each)}\n`);
  terminal.stdout.write(
    `Have Stripe send its messages to ${PAYMENT_MESSAGES_PATH} under your PUBLIC_URL, and set ` +
      "STRIPE_WEBHOOK_SECRET to what it signs them with. docs/operations.md\n",
  );
}

function secretKeyFrom(given: string | undefined): string {
  const read = PAYMENT_ENVIRONMENT.STRIPE_SECRET_KEY.safeParse(given || undefined);
  if (!read.success)
    throw usageFailure(`STRIPE_SECRET_KEY ${read.error.issues[0]?.message ?? "cannot be used"}`);
  if (read.data === undefined)
    throw usageFailure("STRIPE_SECRET_KEY is not set: the key of your Stripe account, sk_…");
  return read.data;
}

async function catalogueOf(secretKey: string): Promise<readonly SoldPlan[]> {
  try {
    return await setUpCatalogue(
      { secretKey },
      LISTED_PLANS.map(({ name, perYear, plan }) => ({
        ...{ plan, name, cents: perYear * CENTS_PER_DOLLAR },
      })),
    );
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    throw new Failure(EXIT.unexpected, `${error.message} Run it again: nothing is made twice.`);
  }
}

const OUTCOMES: Readonly<Record<SoldPlan["outcome"], string>> = {
  kept: "is on sale",
  made: "is on sale now",
  repriced: "is on sale at the new price; who bought it before keeps theirs",
};

const lineOf = ({ outcome, plan, priceId }: SoldPlan): string =>
  `${plan}: ${OUTCOMES[outcome]} (${priceId})`;
