import { z } from "zod";

import { DeskRefusal } from "./desk-refusal.ts";
import type { StandInDesk } from "./stand-in-desk.ts";
import {
  wireCustomer,
  wireEvent,
  wireInvoice,
  wireList,
  wirePrice,
  wireSession,
} from "./stand-in-wire.ts";

/** A call of the API, its form or query already read into nested objects. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly params: Record<string, unknown>;
}

type Wire = Record<string, unknown>;
type Answer = (desk: StandInDesk, params: unknown, id: string) => Wire;

/** The part of Stripe's API that Sevenfold uses. */
const CALLS: readonly (readonly [method: string, path: RegExp, answer: Answer])[] = [
  ["POST", /^\/v1\/customers$/, addCustomer],
  ["GET", /^\/v1\/customers\/(\w+)$/, (desk, _, id) => wireCustomer(desk.customer(id))],
  ["GET", /^\/v1\/prices$/, listPrices],
  ["POST", /^\/v1\/checkout\/sessions$/, addSession],
  ["GET", /^\/v1\/checkout\/sessions$/, listSessions],
  ["GET", /^\/v1\/checkout\/sessions\/(\w+)$/, readSession],
  ["POST", /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, expireSession],
  ["GET", /^\/v1\/subscriptions$/, listSubscriptions],
  ["GET", /^\/v1\/subscriptions\/(\w+)$/, (desk, _, id) => desk.wired(desk.subscription(id))],
  ["POST", /^\/v1\/subscriptions\/(\w+)$/, changeSubscription],
  ["DELETE", /^\/v1\/subscriptions\/(\w+)$/, (desk, _, id) => desk.wired(desk.endSubscription(id))],
  ["POST", /^\/v1\/billing_portal\/sessions$/, openPortal],
  ["GET", /^\/v1\/invoices$/, listInvoices],
  ["GET", /^\/v1\/events$/, listEvents],
];

/** Answers a call, or throws the refusal of it. */
export function answerCall(desk: StandInDesk, { method, path, params }: ApiCall): Wire {
  for (const [known, pattern, answer] of CALLS) {
    const match = known === method && pattern.exec(path);
    if (match) return answer(desk, params, match[1] ?? "");
  }
  throw new DeskRefusal(404, `Unrecognized request URL (${method}: ${path}).`);
}

/** What was sent, or the refusal that names what is wrong with it. */
function read<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const found = schema.safeParse(params);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw new DeskRefusal(400, `Invalid ${issue?.path.map(String).join("[") ?? "request"}.`);
}

const Metadata = z.record(z.string(), z.string().max(500)).default({});
const Count = z.coerce.number().int();
/** Forms have no truth values: theirs are the two words. */
const Truth = z.enum(["true", "false"]).transform((word) => word === "true");
const Page = z.object({ limit: Count.min(1).max(100).default(10) });

function addCustomer(desk: StandInDesk, params: unknown): Wire {
  const { email, metadata } = read(
    z.object({ email: z.string().max(512).default(""), metadata: Metadata }),
    params,
  );
  return wireCustomer(desk.addCustomer(email, metadata));
}

function listPrices({ state }: StandInDesk, params: unknown): Wire {
  const { lookup_keys: keys } = read(
    z.object({ lookup_keys: z.array(z.string()).max(10).optional() }),
    params,
  );
  const found = state.prices.filter(({ lookup_key: key }) => !keys || keys.includes(key));
  return wireList("/v1/prices", found.map(wirePrice));
}

const Checkout = z.object({
  mode: z.literal("subscription"),
  customer: z.string(),
  client_reference_id: z.string(),
  success_url: z.url(),
  cancel_url: z.url(),
  line_items: z.array(z.object({ price: z.string(), quantity: Count })).length(1),
  subscription_data: z
    .object({ metadata: Metadata, trial_period_days: Count.min(1).max(730).optional() })
    .default({ metadata: {} }),
});

function addSession(desk: StandInDesk, params: unknown): Wire {
  const wanted = read(Checkout, params);
  const added = desk.addSession({
    customer: wanted.customer,
    priceId: wanted.line_items[0]!.price,
    userId: wanted.client_reference_id,
    trialDays: wanted.subscription_data.trial_period_days ?? 0,
    successUrl: wanted.success_url,
    cancelUrl: wanted.cancel_url,
    metadata: wanted.subscription_data.metadata,
  });
  return wireSession(added, desk.pageOf(added));
}

function listSessions(desk: StandInDesk, params: unknown): Wire {
  const { customer, status, limit } = read(
    Page.extend({ customer: z.string().optional(), status: z.string().optional() }),
    params,
  );
  const found = desk.state.sessions.filter(
    (each) =>
      (customer === undefined || each.customer === customer) &&
      (status === undefined || each.status === status),
  );
  const rows = found.toReversed().slice(0, limit);
  return wireList(
    "/v1/checkout/sessions",
    rows.map((each) => wireSession(each, desk.pageOf(each))),
    limit < found.length,
  );
}

function expireSession(desk: StandInDesk, _: unknown, id: string): Wire {
  const expired = desk.expireSession(id);
  return wireSession(expired, desk.pageOf(expired));
}

function readSession(desk: StandInDesk, _: unknown, id: string): Wire {
  const found = desk.session(id);
  return wireSession(found, desk.pageOf(found));
}

function listSubscriptions(desk: StandInDesk, params: unknown): Wire {
  const { customer, status, limit } = read(
    Page.extend({ customer: z.string().optional(), status: z.string().default("active") }),
    params,
  );
  if (customer !== undefined) desk.customer(customer);
  const found = desk.state.subscriptions.filter(
    (each) =>
      (customer === undefined || each.customer === customer) &&
      (status === "all" || each.status === status),
  );
  const rows = found.toReversed().slice(0, limit).map(desk.wired);
  return wireList("/v1/subscriptions", rows, limit < found.length);
}

const Change = z.object({
  items: z
    .array(z.object({ id: z.string().optional(), price: z.string() }))
    .max(1)
    .default([]),
  cancel_at_period_end: Truth.optional(),
  /** An empty text clears it. */
  cancel_at: z.union([z.literal("").transform(() => null), Count]).optional(),
  metadata: Metadata.optional(),
});

function changeSubscription(desk: StandInDesk, params: unknown, id: string): Wire {
  const { items, cancel_at, cancel_at_period_end, metadata } = read(Change, params);
  const [item] = items;
  if (item && item.id !== desk.subscription(id).itemId)
    throw new DeskRefusal(400, "A second price on a subscription is not simulated.");
  const changed = desk.changeSubscription(id, {
    ...(item && { priceId: item.price }),
    ...(cancel_at !== undefined && { cancelAt: cancel_at }),
    ...(cancel_at_period_end !== undefined && { cancelAtPeriodEnd: cancel_at_period_end }),
    ...(metadata && { metadata }),
  });
  return desk.wired(changed);
}

function openPortal(desk: StandInDesk, params: unknown): Wire {
  const { customer, return_url } = read(
    z.object({ customer: z.string(), return_url: z.url() }),
    params,
  );
  const url = desk.portalOf(desk.customer(customer).id, return_url);
  return { id: `bps_${customer}`, object: "billing_portal.session", customer, url };
}

function listInvoices(desk: StandInDesk, params: unknown): Wire {
  const { customer, limit } = read(Page.extend({ customer: z.string() }), params);
  const found = desk.state.invoices.filter((each) => each.customer === customer).toReversed();
  const rows = found.slice(0, limit).map((each) => wireInvoice(each, desk.invoicePageOf(each)));
  return wireList("/v1/invoices", rows, limit < found.length);
}

function listEvents({ state }: StandInDesk, params: unknown): Wire {
  const { limit } = read(Page, params);
  const found = state.events.toReversed();
  return wireList("/v1/events", found.slice(0, limit).map(wireEvent), limit < found.length);
}
