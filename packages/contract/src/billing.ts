import { z } from "zod";
import { Dollars, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { LISTED_PLANS } from "./plans.ts";
import { SubscriptionView } from "./sign-in.ts";

const NoInput = z.strictObject({});
const PlanInput = z.enum(["basic", "premium", "pro"], "Please choose a plan");

/** What a user may do about the subscription now; a page offers nothing else. */
export const BILLING_ACTIONS = ["checkout", "change-plan", "cancel", "resume", "portal"] as const;
export type BillingAction = (typeof BILLING_ACTIONS)[number];

/** A plan as it can be bought now. */
export const OfferView = z.object({
  plan: z.enum(["basic", "premium", "pro"]),
  name: z.string(),
  perYear: Dollars,
  /** As listed; null where the year costs another price than the listed one. */
  perMonth: Dollars.nullable(),
  includes: z.array(z.string()).max(20),
});
export type OfferView = z.infer<typeof OfferView>;

export const BillingView = z.object({
  /** No money moves: payments are a simulation of this installation. Every page of them says so. */
  isSimulated: z.boolean(),
  subscription: SubscriptionView,
  /** When it is next charged; null where it is not renewed. */
  renewsAt: Timestamp.nullable(),
  /** Until when what is held lasts where it ends: canceled, or run out. Null while it is renewed. */
  endsAt: Timestamp.nullable(),
  /** It was canceled and lasts until `endsAt`. */
  isCanceling: z.boolean(),
  /** A checkout begins with so many days that cost nothing; 0 once a trial was used. */
  trialDays: z.int().min(0).max(30).meta({ description: "Days." }),
  actions: z.array(z.enum(BILLING_ACTIONS)).max(BILLING_ACTIONS.length),
  /** The cheapest first. Empty where the payment provider does not say what is sold: see `trouble`. */
  offers: z.array(OfferView).max(LISTED_PLANS.length),
  /** Why something is missing here, in a sentence; null where all is known. */
  trouble: z.string().nullable(),
  /** When the payment provider was last asked; null where it never was. */
  readAt: Timestamp.nullable(),
});
export type BillingView = z.infer<typeof BillingView>;

/** What a user holds, may do about it, and could buy. */
export const readBilling = endpoint("readBilling", { input: NoInput, output: BillingView });

/** For whoever looks at a price, signed in or not: where no money moves, the page says so. */
export const readPaymentMode = endpoint("readPaymentMode", {
  input: NoInput,
  output: BillingView.pick({ isSimulated: true }),
});

/** A page of the payment provider's: the browser goes there. */
export const ProviderPageView = z.object({ url: z.url({ protocol: /^https?$/ }) });
export type ProviderPageView = z.infer<typeof ProviderPageView>;

/** It leads back to `/billing?checkout=…` once paid, and to `/pricing` otherwise. */
export const openCheckout = endpoint("openCheckout", {
  input: z.strictObject({ plan: PlanInput }),
  output: ProviderPageView,
});

/** Where a user changes the card and sees every bill. It leads back to `/billing`. */
export const openPortal = endpoint("openPortal", { input: NoInput, output: ProviderPageView });

/** Asks the payment provider now: after a checkout its message may still be on its way. */
export const syncBilling = endpoint("syncBilling", { input: NoInput, output: BillingView });

/** Another plan from now on; what is left of the old one is set against the price. */
export const changePlan = endpoint("changePlan", {
  input: z.strictObject({ plan: PlanInput }),
  output: BillingView,
});

/** It lasts to the end of what is paid for. Asked for twice, it happens once. */
export const cancelSubscription = endpoint("cancelSubscription", {
  input: NoInput,
  output: BillingView,
});

/** Takes a cancellation back while what is held still lasts. */
export const resumeSubscription = endpoint("resumeSubscription", {
  input: NoInput,
  output: BillingView,
});

export const InvoiceView = z.object({
  id: z.string(),
  number: z.string(),
  at: Timestamp,
  total: Dollars,
  state: z.enum(["paid", "open", "void", "uncollectible", "draft"]),
  /** The payment provider's page of it; null where there is none. */
  url: z.url({ protocol: /^https?$/ }).nullable(),
});
export type InvoiceView = z.infer<typeof InvoiceView>;

/** Newest first. */
export const listInvoices = endpoint("listInvoices", {
  input: NoInput,
  output: z.array(InvoiceView).max(100),
});
