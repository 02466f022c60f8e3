import { onTestFinished } from "vitest";
import { openStandInDesk } from "../stand-in/stand-in-desk.ts";
import type { PageAnswer, PageRequest } from "../stand-in/stand-in-pages.ts";
import { answerPage } from "../stand-in/stand-in-pages.ts";
import type { KeptEvent, StandInState } from "../stand-in/stand-in-state.ts";
import { startStandIn } from "../stand-in/start-stand-in.ts";
import { lookupKeyOf } from "../stripe/stripe-mapping.ts";
import { stripePayments } from "../stripe/stripe-payments.ts";

export const SECRET_KEY = "sk_test_standin";
export const WEBHOOK_SECRET = "whsec_of_the_stand_in";
/** A Friday at noon in New York. */
export const STARTS_AT = Date.UTC(2026, 10, 20, 17) / 1_000;
export const DAY = 86_400;
const PAGES_PATH = "/simulated-payments";

export const PLANS = [
  { tier: "basic", lookupKey: lookupKeyOf("basic"), cents: 156_000 },
  { tier: "premium", lookupKey: lookupKeyOf("premium"), cents: 309_600 },
  { tier: "pro", lookupKey: lookupKeyOf("pro"), cents: 1_298_400 },
];

interface StandInWishes {
  /** What was there before. */
  readonly kept?: StandInState;
  readonly now?: () => number;
  /** Hears each event beside what is written down. */
  readonly tell?: (event: KeptEvent) => void;
}

/** The stand-in, served, and our adapter that talks to it with Stripe's own library. */
export async function openStandIn({ kept, now, tell }: StandInWishes = {}) {
  const told: KeptEvent[] = [];
  let state: StandInState | undefined;
  let words = 0;
  const desk = openStandInDesk({
    now: now ?? (() => STARTS_AT),
    plans: PLANS,
    ...(kept && { kept }),
    keep: (next) => {
      state = structuredClone(next);
    },
    tell(event) {
      told.push(event);
      tell?.(event);
    },
    newWord: () => {
      words += 1;
      return `word${words}`;
    },
    path: PAGES_PATH,
    isClockMovable: true,
  });
  const server = await startStandIn(desk, { secretKey: SECRET_KEY, newId: () => "1" });
  onTestFinished(() => server.close());
  const payments = stripePayments({
    secretKey: SECRET_KEY,
    webhookSecrets: [WEBHOOK_SECRET],
    server,
    isSimulated: true,
  });
  return {
    desk,
    told,
    payments,
    server,
    pages: {
      path: PAGES_PATH,
      answer: (request: PageRequest): PageAnswer => answerPage(desk, request),
    },
    kept: () => state,
    /** What a user does on a page: opens its address, or sends its form. */
    visit: (address: string, form?: Record<string, string>): PageAnswer =>
      answerPage(desk, {
        method: form ? "POST" : "GET",
        path: new URL(address).pathname.replace(PAGES_PATH, ""),
        form: form ?? {},
      }),
  };
}
