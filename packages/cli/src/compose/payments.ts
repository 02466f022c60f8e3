import { stripePayments } from "@sevenfold/adapters-payments/stripe/stripe-payments";
import { noPayments } from "@sevenfold/application/billing/no-payments";
import type { Payments } from "@sevenfold/application/ports/payments";

import type { Closing } from "./closing.ts";
import type { Configuration } from "./configuration.ts";
import { openSimulatedPayments, type SimulatedPayments } from "./simulated-payments.ts";

/** Who takes the money, and the simulation where nobody does. */
export interface OpenPayments {
  readonly payments: Payments;
  readonly simulated?: SimulatedPayments;
}

/**
 * Stripe where its keys are set. Without them payments are simulated by the process that has the
 * built-in exchange; of several processes none has all of what was bought, so nothing is sold.
 */
export async function openPayments(
  configuration: Configuration,
  closing: Closing,
): Promise<OpenPayments> {
  const { exchangeUrl, stripe } = configuration;
  if (stripe) return { payments: stripePayments(stripe) };
  if (exchangeUrl !== undefined) return { payments: noPayments(NOT_SET_UP) };
  const simulated = await openSimulatedPayments(configuration, closing);
  return { payments: simulated.payments, simulated };
}

const NOT_SET_UP = "Payments are not set up here: STRIPE_SECRET_KEY is missing.";
