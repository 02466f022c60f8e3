import { z } from "zod";

/** Seconds since 1970, as Stripe tells every time. */
export type Seconds = number;

/** How a customer's card behaves. */
export const CARDS = ["good", "declined"] as const;
export type Card = (typeof CARDS)[number];

const Customer = z.object({
  id: z.string(),
  email: z.string(),
  created: z.number(),
  metadata: z.record(z.string(), z.string()),
  card: z.enum(CARDS).nullable(),
});
export type Customer = z.infer<typeof Customer>;

const Price = z.object({
  id: z.string(),
  lookup_key: z.string(),
  unit_amount: z.number(),
  tier: z.string(),
});
export type Price = z.infer<typeof Price>;

const Session = z.object({
  id: z.string(),
  customer: z.string(),
  priceId: z.string(),
  userId: z.string(),
  status: z.enum(["open", "complete", "expired"]),
  trialDays: z.number(),
  created: z.number(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  metadata: z.record(z.string(), z.string()),
  subscription: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

const Subscription = z.object({
  id: z.string(),
  itemId: z.string(),
  customer: z.string(),
  priceId: z.string(),
  status: z.enum(["trialing", "active", "past_due", "unpaid", "canceled"]),
  created: z.number(),
  trialEnd: z.number().nullable(),
  periodStart: z.number(),
  periodEnd: z.number(),
  cancelAtPeriodEnd: z.boolean(),
  cancelAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** When a payment that failed is tried again, and how often it has failed. */
  nextAttempt: z.number().nullable(),
  failures: z.number(),
  isEndOfTrialTold: z.boolean(),
  metadata: z.record(z.string(), z.string()),
});
export type Subscription = z.infer<typeof Subscription>;

const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  customer: z.string(),
  subscription: z.string(),
  created: z.number(),
  total: z.number(),
  status: z.enum(["open", "paid", "void", "uncollectible"]),
  attempts: z.number(),
});
export type Invoice = z.infer<typeof Invoice>;

const KeptEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  object: z.record(z.string(), z.unknown()),
});
export type KeptEvent = z.infer<typeof KeptEvent>;

const Answered = z.object({ request: z.string(), status: z.number(), body: z.string() });

/** Everything the stand-in knows: plain JSON, kept whole. */
export const StandInState = z.object({
  /** How far its clock is ahead of the world's. */
  aheadSeconds: z.number(),
  count: z.number(),
  customers: z.array(Customer),
  prices: z.array(Price),
  sessions: z.array(Session),
  subscriptions: z.array(Subscription),
  invoices: z.array(Invoice),
  /** The word that opens a customer's page, and where it leads back to. */
  portals: z.record(z.string(), z.object({ word: z.string(), returnUrl: z.string() })),
  /** Of the last month, as theirs are. */
  events: z.array(KeptEvent),
  /** What was answered to a request with a key, by key. */
  answered: z.record(z.string(), Answered),
});
export type StandInState = z.infer<typeof StandInState>;

/** What a plan costs a year, in cents. */
export interface SoldPlan {
  readonly tier: string;
  readonly lookupKey: string;
  readonly cents: number;
}

export const emptyState = (plans: readonly SoldPlan[]): StandInState => ({
  aheadSeconds: 0,
  count: 0,
  customers: [],
  prices: plans.map(({ tier, lookupKey, cents }) => ({
    id: `price_${tier}`,
    lookup_key: lookupKey,
    unit_amount: cents,
    tier,
  })),
  sessions: [],
  subscriptions: [],
  invoices: [],
  portals: {},
  events: [],
  answered: {},
});
