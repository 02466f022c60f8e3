import type { Plan } from "@sevenfold/application/ports/stores/user-store";
import type Stripe from "stripe";

import {
  asked,
  askedUnder,
  isMissing,
  readAs,
  type StripePlace,
  stripeClient,
} from "./stripe-calls.ts";
import { lookupKeyOf, offerFrom } from "./stripe-mapping.ts";
import { WirePrice } from "./stripe-wire.ts";

/** A plan as it is to be sold, its year in cents of a dollar. */
export interface PlanToSell {
  readonly plan: Plan;
  readonly name: string;
  readonly cents: number;
}

export interface SoldPlan {
  readonly plan: Plan;
  readonly priceId: string;
  /** "repriced": it was sold at another price, at which those go on who bought it then. */
  readonly outcome: "kept" | "made" | "repriced";
}

/**
 * Puts the plans on sale at Stripe: a product and a price of a year for each, found by the price's
 * lookup key. What is there already stays, so that it may be asked for again. A price never changes:
 * another amount is another price, which takes over the key.
 * @throws PaymentsUnavailable
 */
export async function setUpCatalogue(
  place: StripePlace,
  plans: readonly PlanToSell[],
): Promise<readonly SoldPlan[]> {
  const stripe = stripeClient(place);
  const sold: SoldPlan[] = [];
  for (const each of plans) sold.push(await setUpPlan(stripe, each));
  return sold;
}

async function setUpPlan(stripe: Stripe, { cents, name, plan }: PlanToSell): Promise<SoldPlan> {
  const lookup_key = lookupKeyOf(plan);
  const { data } = await asked(stripe.prices.list({ active: true, lookup_keys: [lookup_key] }));
  const held = data.map((price) => readAs(WirePrice, price))[0];
  if (held && offerFrom(held) && held.unit_amount === cents)
    return { plan, priceId: held.id, outcome: "kept" };
  const product = await productOf(stripe, { plan, name });
  const key = `price:${plan}:${cents}:${held?.id ?? "first"}`;
  const made = await askedUnder(key, (options) =>
    stripe.prices.create(
      {
        ...{ product, currency: "usd", unit_amount: cents, lookup_key },
        recurring: { interval: "year" },
        transfer_lookup_key: true,
        metadata: { tier: plan },
      },
      options,
    ),
  );
  return { plan, priceId: made.id, outcome: held ? "repriced" : "made" };
}

/** Of an id of ours, so that there is one of each however often it is asked for. */
async function productOf(
  stripe: Stripe,
  { name, plan }: Pick<PlanToSell, "name" | "plan">,
): Promise<string> {
  const id = `sevenfold_${plan}`;
  try {
    return (await asked(stripe.products.retrieve(id))).id;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const params = { id, name: `Sevenfold ${name}`, metadata: { tier: plan } };
  const made = await askedUnder(`product:${plan}`, (options) =>
    stripe.products.create(params, options),
  );
  return made.id;
}
