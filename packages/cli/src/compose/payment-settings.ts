import { z } from "zod";

/** Who takes the money for subscriptions; undefined: nobody set, so it is simulated or there is none. */
export interface StripeKeys {
  readonly secretKey: string;
  /** The newest first. */
  readonly webhookSecrets: readonly string[];
}

const SECRETS = "must be one secret, or two while it is being changed: whsec_…,whsec_…";

/** What the environment may say of payments. */
export const PAYMENT_ENVIRONMENT = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[rs]k_(test|live)_\w{8,250}$/,
      "must be a secret key of Stripe: sk_live_… or sk_test_…",
    )
    .optional(),
  /** What Stripe signs its messages with; two, separated by a comma, while it is being changed. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((text) => text.split(",").flatMap((secret) => secret.trim() || []))
    .pipe(
      z
        .array(z.string().regex(/^whsec_\w{8,250}$/, SECRETS))
        .min(1, SECRETS)
        .max(2, SECRETS),
    )
    .optional(),
} as const;

type Given = z.infer<z.ZodObject<typeof PAYMENT_ENVIRONMENT>>;

/** `refuse` is told what cannot be meant, and throws. */
export function stripeKeysOf(
  { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets }: Given,
  refuse: (words: string) => never,
): StripeKeys | undefined {
  if (secretKey !== undefined && webhookSecrets !== undefined) return { secretKey, webhookSecrets };
  if (secretKey === undefined && webhookSecrets === undefined) return undefined;
  return refuse("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both, or neither.");
}
