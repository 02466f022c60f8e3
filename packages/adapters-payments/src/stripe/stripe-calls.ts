import { PaymentsUnavailable } from "@sevenfold/application/ports/payments";
import Stripe from "stripe";
import type { z } from "zod";

/** With which key Stripe is asked, and where. */
export interface StripePlace {
  readonly secretKey: string;
  /** If not at Stripe's own address. */
  readonly server?: { readonly host: string; readonly port: number };
}

const TIMEOUT_MS = 15_000;

export const stripeClient = ({ secretKey, server }: StripePlace): Stripe =>
  new Stripe(secretKey, {
    ...(server && { host: server.host, port: server.port, protocol: "http" as const }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  });

/** An answer as far as it is read. @throws PaymentsUnavailable where it is not as it should be. */
export function readAs<Schema extends z.ZodType>(schema: Schema, wire: unknown): z.output<Schema> {
  const read = schema.safeParse(wire);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.map(String).join(".") ?? "";
  throw new PaymentsUnavailable("unreadable", `The payment provider's answer: ${where} is wrong.`);
}

/** Stripe knows of no such thing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof PaymentsUnavailable &&
  error.cause instanceof Stripe.errors.StripeInvalidRequestError &&
  error.cause.code === "resource_missing";

/** Their errors in our words: none of them carries a key or a body to a user. */
export async function asked<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (cause) {
    throw troubleOf(cause);
  }
}

/** Stripe's failures are kept under a key like its answers: more than this are no chance. */
const KEYS_MAX = 3;

/**
 * Asks for what is made once under a key. A failure of Stripe's own that was kept under it is told again
 * for a day, whatever has become of what failed: then another key is asked under.
 * @throws PaymentsUnavailable
 */
export async function askedUnder<Answer>(
  key: string,
  ask: (options: { readonly idempotencyKey: string }) => Promise<Answer>,
): Promise<Answer> {
  for (let turn = 1; ; turn += 1)
    try {
      return await ask({ idempotencyKey: turn === 1 ? key : `${key}:${turn}` });
    } catch (cause) {
      if (turn === KEYS_MAX || !isToldAgain(cause)) throw troubleOf(cause);
    }
}

const isToldAgain = (cause: unknown): boolean =>
  cause instanceof Stripe.errors.StripeAPIError &&
  cause.headers?.["idempotent-replayed"] === "true";

function troubleOf(cause: unknown): PaymentsUnavailable {
  const { errors } = Stripe;
  const options = { cause };
  if (
    cause instanceof errors.StripeAuthenticationError ||
    cause instanceof errors.StripePermissionError
  )
    return new PaymentsUnavailable(
      "credentials",
      "Stripe does not accept this server's key.",
      options,
    );
  if (cause instanceof errors.StripeRateLimitError)
    return new PaymentsUnavailable("rate-limit", "Stripe is being asked too often.", options);
  if (isCustomerMissing(cause))
    return new PaymentsUnavailable(
      "unknown-customer",
      "Stripe does not know this customer.",
      options,
    );
  if (
    cause instanceof errors.StripeInvalidRequestError ||
    cause instanceof errors.StripeIdempotencyError ||
    cause instanceof errors.StripeCardError
  )
    return new PaymentsUnavailable("refused", "Stripe refused this.", options);
  return new PaymentsUnavailable("network", "Stripe did not answer.", options);
}

const isCustomerMissing = (cause: unknown): boolean =>
  cause instanceof Stripe.errors.StripeInvalidRequestError &&
  cause.code === "resource_missing" &&
  cause.param === "customer";
