import { z } from "zod";

/** Seconds since 1970, as Stripe tells every time. */
const Seconds = z.int().min(0).max(10_000_000_000);
const Id = z.string().min(1).max(255);
/** An object, or its id where it was not expanded. */
const IdOf = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)]);
const Metadata = z.record(z.string(), z.string()).nullish();

const Period = {
  current_period_start: Seconds.nullish(),
  current_period_end: Seconds.nullish(),
};

export const WirePrice = z.object({
  id: Id,
  lookup_key: z.string().nullish(),
  unit_amount: z.int().min(0).nullish(),
  currency: z.string(),
  recurring: z.object({ interval: z.string(), interval_count: z.int() }).nullish(),
  metadata: Metadata,
});
export type WirePrice = z.infer<typeof WirePrice>;

/**
 * A subscription, as far as it is read. Older versions of the API have the period on the
 * subscription itself, newer ones on its items.
 */
export const WireSubscription = z.object({
  id: Id,
  customer: IdOf,
  /** An open list of words. */
  status: z.string(),
  created: Seconds,
  trial_end: Seconds.nullish(),
  cancel_at: Seconds.nullish(),
  cancel_at_period_end: z.boolean().nullish(),
  ended_at: Seconds.nullish(),
  ...Period,
  livemode: z.boolean(),
  metadata: Metadata,
  items: z.object({
    data: z
      .array(z.object({ id: Id, price: WirePrice, ...Period }))
      .min(1)
      .max(20),
  }),
});
export type WireSubscription = z.infer<typeof WireSubscription>;

export const WireInvoice = z.object({
  id: Id,
  number: z.string().nullish(),
  created: Seconds,
  total: z.int(),
  status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).nullish(),
  hosted_invoice_url: z.string().nullish(),
});
export type WireInvoice = z.infer<typeof WireInvoice>;

export const WirePage = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** A checkout that was just opened. */
export const WireCheckout = WirePage.extend({ id: Id });
/** One that was opened before; its page is gone once it was paid. */
export const WireShownCheckout = z.object({ id: Id, status: z.string().nullish() });
export type WireShownCheckout = z.infer<typeof WireShownCheckout>;

/** A message at our door: what it is about is read anew, so only its names matter. */
export const WireEvent = z.object({
  id: Id,
  type: z.string().max(100),
  created: Seconds,
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: Id.optional(),
      object: z.string().optional(),
      customer: IdOf.nullish(),
      subscription: IdOf.nullish(),
      client_reference_id: z.string().max(200).nullish(),
      metadata: Metadata,
      /** Where newer invoices name their subscription. */
      parent: z
        .object({
          subscription_details: z
            .object({ subscription: IdOf.nullish(), metadata: Metadata })
            .nullish(),
        })
        .nullish(),
    }),
  }),
});
export type WireEvent = z.infer<typeof WireEvent>;
