import { isGuarded } from "@sevenfold/adapters-watch/loopback";
import type { MailSettings } from "@sevenfold/adapters-watch/mail-notifier";
import type { WebhookSettings } from "@sevenfold/adapters-watch/webhook-notifier";
import { z } from "zod";

import { ConfigurationError } from "./configuration.ts";

const MAILS = "must be mail addresses, separated by commas";

/** What the environment sets for `sevenfold watch`: addresses may hold secrets, so they are no flags. */
const Environment = z.object({
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("warn"),
  WATCH_TOKEN: z.string().optional(),
  WATCH_WEBHOOK_URL: guardedUrl().optional(),
  WATCH_WEBHOOK_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  WATCH_HEARTBEAT_URL: guardedUrl().optional(),
  WATCH_MAIL_TO: z
    .string()
    .transform((text) => text.split(",").flatMap((address) => address.trim() || []))
    .pipe(z.array(z.email(MAILS)).min(1, MAILS).max(10, "must be ten addresses at most"))
    .optional(),
  WATCH_MAIL_FROM: z.email("must be a mail address").optional(),
  SMTP_HOST: z
    .string()
    .regex(/^[a-z0-9.:_-]+$/i, "must be a name or an address, without a port")
    .optional(),
  SMTP_PORT: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a port")
    .default("465")
    .transform(Number),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
});

export interface WatchSettings {
  readonly logLevel: string;
  readonly token: string | undefined;
  readonly webhook: WebhookSettings | undefined;
  readonly mail: MailSettings | undefined;
  readonly heartbeatUrl: string | undefined;
}

/** Throws `ConfigurationError` with a line for each thing that cannot be used. */
export function watchSettingsFrom(env: NodeJS.ProcessEnv): WatchSettings {
  // An empty variable is one that was not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const read = Environment.safeParse(given);
  if (!read.success)
    throw new ConfigurationError(
      read.error.issues.map(({ message, path }) => `${String(path[0])} ${message}`).join("\n"),
    );
  const { WATCH_HEARTBEAT_URL, WATCH_TOKEN, WATCH_WEBHOOK_SECRET, WATCH_WEBHOOK_URL } = read.data;
  if (WATCH_WEBHOOK_SECRET !== undefined && WATCH_WEBHOOK_URL === undefined)
    throw new ConfigurationError("WATCH_WEBHOOK_SECRET signs nothing without WATCH_WEBHOOK_URL.");
  return {
    logLevel: read.data.LOG_LEVEL,
    token: WATCH_TOKEN,
    webhook:
      WATCH_WEBHOOK_URL === undefined
        ? undefined
        : { url: WATCH_WEBHOOK_URL, secret: WATCH_WEBHOOK_SECRET },
    mail: mailIn(read.data),
    heartbeatUrl: WATCH_HEARTBEAT_URL,
  };
}

/** Where the product answers; without a token nothing secret is sent there. */
export function watchedUrl(text: string, token: string | undefined): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href)
    throw new ConfigurationError(
      "--url must be an address such as https://trade.example.com, without a path",
    );
  if (token !== undefined && !isGuarded(url))
    throw new ConfigurationError("WATCH_TOKEN is not sent by http://; give --url with https://");
  return url.origin;
}

function mailIn(settings: z.infer<typeof Environment>): MailSettings | undefined {
  const { SMTP_HOST, SMTP_PASSWORD, SMTP_PORT, SMTP_USER, WATCH_MAIL_FROM, WATCH_MAIL_TO } =
    settings;
  if (WATCH_MAIL_TO === undefined) return undefined;
  if (SMTP_HOST === undefined || WATCH_MAIL_FROM === undefined)
    throw new ConfigurationError("WATCH_MAIL_TO needs SMTP_HOST and WATCH_MAIL_FROM.");
  if ((SMTP_USER === undefined) !== (SMTP_PASSWORD === undefined))
    throw new ConfigurationError("SMTP_USER and SMTP_PASSWORD are given together or not at all.");
  return {
    host: SMTP_HOST,
    port: SMTP_PORT,
    from: WATCH_MAIL_FROM,
    to: WATCH_MAIL_TO,
    ...(SMTP_USER !== undefined &&
      SMTP_PASSWORD !== undefined && { signIn: { user: SMTP_USER, password: SMTP_PASSWORD } }),
  };
}

function guardedUrl() {
  const words = "must be an https:// address; http:// on this machine alone";
  return z
    .string()
    .refine((text) => URL.canParse(text) && isGuarded(new URL(text)), words)
    .refine(
      (text) => !URL.canParse(text) || new URL(text).username === "",
      "must hold no user and no password",
    );
}
