import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HttpNeeds } from "@sevenfold/adapters-http/http-needs";
import {
  openStandInDesk,
  type StandInDesk,
} from "@sevenfold/adapters-payments/stand-in/stand-in-desk";
import { answerPage } from "@sevenfold/adapters-payments/stand-in/stand-in-pages";
import { StandInState } from "@sevenfold/adapters-payments/stand-in/stand-in-state";
import { startStandIn } from "@sevenfold/adapters-payments/stand-in/start-stand-in";
import { type WebhookLine, webhookLine } from "@sevenfold/adapters-payments/stand-in/webhook-line";
import { lookupKeyOf } from "@sevenfold/adapters-payments/stripe/stripe-mapping";
import { stripePayments } from "@sevenfold/adapters-payments/stripe/stripe-payments";
import type { Payments } from "@sevenfold/application/ports/payments";
import { PAYMENT_MESSAGES_PATH } from "@sevenfold/contract/payment-messages";
import { LISTED_PLANS } from "@sevenfold/contract/plans";

import { systemClock } from "../system/system-clock.ts";
import type { Closing } from "./closing.ts";
import type { Configuration } from "./configuration.ts";

/** Payments without money: a stand-in for Stripe within this process. */
export interface SimulatedPayments {
  readonly payments: Payments;
  readonly pages: NonNullable<HttpNeeds["paymentPages"]>;
  readonly desk: StandInDesk;
  readonly line: WebhookLine;
  /** Where its messages go from now on: the door of the server at this address. */
  deliverTo(url: string): void;
}

/** Under which path its pages stand. */
const PAGES_PATH = "/simulated-payments";
/** A door that does not answer is tried again. */
const DELIVERY_MS = 5_000;
const CENTS_PER_DOLLAR = 100;

export async function openSimulatedPayments(
  { dataFolder, isProduction }: Pick<Configuration, "dataFolder" | "isProduction">,
  closing: Closing,
): Promise<SimulatedPayments> {
  const file = join(dataFolder, "simulated-payments.json");
  // Nobody else need know them, not even the next start.
  const [secretKey, webhookSecret] = [`sk_test_${newWord()}`, `whsec_${newWord()}`];
  const kept = readKept(file);
  let door: string | undefined;
  const line = webhookLine({
    secret: () => webhookSecret,
    nowSeconds,
    deliver: async (body, signature) => door !== undefined && deliver(door, body, signature),
  });
  closing.add(() => line.stop());
  const desk = openStandInDesk({
    now: nowSeconds,
    plans: LISTED_PLANS.map(({ plan, perYear }) => ({
      ...{ tier: plan, lookupKey: lookupKeyOf(plan), cents: perYear * CENTS_PER_DOLLAR },
    })),
    ...(kept && { kept }),
    keep: (state) => keep(file, state),
    tell: line.send,
    newWord,
    path: PAGES_PATH,
    isClockMovable: !isProduction,
  });
  const server = await startStandIn(desk, { secretKey, newId: newWord });
  closing.add(() => server.close());
  return {
    payments: stripePayments({
      ...{ secretKey, webhookSecrets: [webhookSecret], server },
      isSimulated: true,
    }),
    pages: { path: PAGES_PATH, answer: (request) => answerPage(desk, request) },
    desk,
    line,
    deliverTo(url) {
      door = `${url}${PAYMENT_MESSAGES_PATH}`;
    },
  };
}

const nowSeconds = (): number => Math.floor(systemClock.now() / 1_000);

const newWord = (): string => randomBytes(18).toString("hex");

async function deliver(door: string, body: string, signature: string): Promise<boolean> {
  const { ok } = await fetch(door, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "stripe-signature": signature },
    signal: AbortSignal.timeout(DELIVERY_MS),
  });
  return ok;
}

/** In one step: a start after a power cut finds the one before or the one after. */
function keep(file: string, state: StandInState): void {
  const next = `${file}.next`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(next, JSON.stringify(state), { mode: 0o600 });
  renameSync(next, file);
}

/** What is there but cannot be read is of an older version: what was bought without money ends. */
function readKept(file: string): StandInState | undefined {
  try {
    return StandInState.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
