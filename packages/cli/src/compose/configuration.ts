import { resolve } from "node:path";
import type { SubmissionPolicy } from "@sevenfold/application/trading/safeguards/circuit-breakers";
import type { LivePolicy } from "@sevenfold/application/trading/safeguards/live-trading";
import { z } from "zod";
import { databaseAddress } from "./database-setting.ts";
import { NATS_ENVIRONMENT, type NatsSettings, natsSettingsOf } from "./nats-settings.ts";
import { PAYMENT_ENVIRONMENT, type StripeKeys, stripeKeysOf } from "./payment-settings.ts";
import { PRICE_ENVIRONMENT, type PriceSettings, priceSettingsOf } from "./price-settings.ts";

/** A name, an address or one of IPv6 in its brackets; no pattern, no scheme and no port. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;
const VOLATILITY_WORDS = "must be a number above 0, 10 at most";
const BELIEVES_ANYBODY =
  "must not be 0, for whoever answers would be believed to be the broker: NODE_EXTRA_CA_CERTS names certificates of your own to trust";
const LOOPBACK_ONLY = "must be an http:// address on 127.0.0.1";

/** What the environment may set, and what stands when it says nothing. */
const Environment = z.object({
  PORT: port().default(4_000),
  HOST: z.string().default("127.0.0.1"),
  /** Where a worker says how it is; nowhere when absent. */
  HEALTH_PORT: port().optional(),
  /** Where people open it, behind a proxy or under a name. */
  PUBLIC_URL: originOf("https://trade.example.com").optional(),
  /** Further names and addresses it may be opened under, separated by commas. */
  ALLOWED_HOSTS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((name) => name.trim() || []))
    .refine(
      (names) => names.every((name) => HOST_NAME.test(name)),
      "must be names or addresses, separated by commas: box.lan, 192.168.1.5",
    ),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: databaseAddress().optional(),
  LOG_LEVEL: oneOf("debug", "info", "warn", "error", "silent").default("warn"),
  EXCHANGE_PORT: port().default(0),
  /** A built-in exchange that runs in another process, in place of one of our own. */
  EXCHANGE_URL: z
    .url({ protocol: /^https?$/, error: "must be an http:// or https:// address", abort: true })
    .refine((url) => `${new URL(url).origin}/` === new URL(url).href, "must end with its port")
    .transform((url) => new URL(url).origin)
    .optional(),
  HOURS: oneOf("always", "nyse").default("always"),
  SEED: wholeNumber(0, 2 ** 32 - 1).default(2447),
  VOLATILITY: numberIn(
    /^(\d+\.?\d*|\.\d+)$/,
    (value) => 0 < value && value <= 10,
    VOLATILITY_WORDS,
  ).default(2),
  /** 32 bytes in base64. Made and kept in the data folder when absent. */
  CREDENTIALS_KEY: z
    .base64("must be 32 bytes in base64; `sevenfold credentials new-key` makes one")
    .optional(),
  /** Keys that were current before, separated by commas: read with, never sealed with. */
  CREDENTIALS_KEYS_OLD: z.string().default(""),
  /** Lets accounts that trade real money be used at all. */
  ALLOW_LIVE: flag(),
  /** Lets them be used on the embedded database, which a power cut can cost its last seconds. */
  ALLOW_LIVE_ON_PGLITE: flag(),
  /** Why this process sends no order at all. Set: it sends none. */
  TRADING_HALTED: z.string().max(200, "must have at most 200 characters").optional(),
  /** What all accounts together may send; more than that is no trading but a fault. */
  ORDERS_PER_MINUTE_MAX: wholeNumber(1, 1_000_000).default(300),
  /** A stand-in for Alpaca's paper venue, for tests: on this machine, or it would learn real keys. */
  ALPACA_PAPER_URL: z
    .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/, error: LOOPBACK_ONLY })
    .optional(),
  ...PRICE_ENVIRONMENT,
  ...NATS_ENVIRONMENT,
  ...PAYMENT_ENVIRONMENT,
  /** E*TRADE's sandbox in place of E*TRADE, for keys made for it. */
  ETRADE_SANDBOX: flag(),
  /** Modules with brokers of the operator's own, separated by commas: each exports a registration. */
  BROKER_MODULES: z.string().default(""),
  NODE_ENV: z.string().default("development"),
  SECURE_COOKIES: flag(),
  TRUST_PROXY: flag(),
  /** Requests one address and one user may make within ten seconds, and demos an address an hour. */
  RATE_LIMIT_ADDRESS: limit("1000"),
  RATE_LIMIT_USER: limit("200"),
  RATE_LIMIT_DEMO: limit("10"),
  /** Wrong sign-ins an address in a quarter of an hour, and registrations an address an hour. */
  RATE_LIMIT_SIGN_IN: limit("30"),
  RATE_LIMIT_REGISTER: limit("5"),
  /** Minutes without a request and without an open page that end a sign-in. */
  SIGN_IN_IDLE_MINUTES: limit("30"),
  /** Who bears it may read /metrics. Without one, only this machine may. */
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  DEMO_ACCOUNTS_MAX: wholeNumber(0, 10_000).default(500),
  /** Node's own. */
  NODE_TLS_REJECT_UNAUTHORIZED: z
    .string()
    .refine((text) => text !== "0", BELIEVES_ANYBODY)
    .optional(),
});

/** What may be set, by name. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

export interface Configuration {
  readonly port: number;
  readonly host: string;
  /** Of a process that serves no pages. */
  readonly healthPort: number | undefined;
  readonly publicUrl: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly dataFolder: string;
  /** An embedded database that cannot be opened is moved aside, and an empty one begun. */
  readonly beginsAnew: boolean;
  readonly databaseUrl: string | undefined;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** Where an exchange runs already; undefined: this process runs its own. */
  readonly exchangeUrl: string | undefined;
  readonly exchange: {
    readonly port: number;
    readonly hours: "always" | "nyse";
    readonly seed: number;
    readonly volatility: number;
  };
  readonly credentialsKey: string | undefined;
  readonly credentialsKeysOld: readonly string[];
  readonly live: LivePolicy;
  readonly submission: SubmissionPolicy;
  readonly alpacaPaperUrl: string | undefined;
  readonly prices: PriceSettings;
  readonly nats: NatsSettings | undefined;
  readonly stripe: StripeKeys | undefined;
  readonly brokerModules: readonly string[];
  /** What is set by name, for brokers that know settings of their own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isProduction: boolean;
  readonly secureCookies: boolean;
  readonly trustProxy: boolean;
  readonly rateLimits: {
    readonly perAddress: number;
    readonly perUser: number;
    readonly demoPerAddress: number;
    readonly signInPerAddress: number;
    readonly registerPerAddress: number;
  };
  readonly signInIdleMs: number;
  readonly metricsToken: string | undefined;
  readonly demoAccountsMax: number;
}

/** So much of a value that cannot be used is repeated. */
const VALUE_SHOWN = 60;

/** What no broker's module is handed, and no message repeats. */
const OF_NO_BROKER = new Set([
  ...["CREDENTIALS_KEY", "CREDENTIALS_KEYS_OLD", "DATABASE_URL", "METRICS_TOKEN"],
  ...["ALPACA_DATA_KEY", "ALPACA_DATA_SECRET", "TWELVE_DATA_KEY", "TIINGO_TOKEN"],
  ...["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "NATS_URL", "NATS_CREDENTIALS"],
]);
const OF_OUR_OWN_EXCHANGE = ["EXCHANGE_PORT", "HOURS", "SEED", "VOLATILITY"];

/** A setting of the environment that cannot be used, in words that say what to change. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

export function configurationFrom(env: NodeJS.ProcessEnv): Configuration {
  // An empty variable is one that was not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const read = Environment.safeParse(given);
  if (!read.success) {
    const words = read.error.issues.map((issue) => wordsOf(issue, given));
    throw new ConfigurationError([...new Set(words)].join("\n"));
  }
  const settings = read.data;
  const idle = OF_OUR_OWN_EXCHANGE.filter((name) => name in given);
  if (settings.EXCHANGE_URL !== undefined && 0 < idle.length)
    throw new ConfigurationError(
      `${idle.join(", ")} would change nothing: the exchange at EXCHANGE_URL has its own.`,
    );
  const refuse = (words: string): never => {
    throw new ConfigurationError(words);
  };
  const prices = priceSettingsOf(withStandIn(settings), refuse);
  return {
    port: settings.PORT,
    host: settings.HOST,
    healthPort: settings.HEALTH_PORT,
    publicUrl: settings.PUBLIC_URL,
    allowedHosts: settings.ALLOWED_HOSTS,
    dataFolder: resolve(settings.DATA_DIR),
    // A flag of one start, never a setting that a supervisor would repeat.
    beginsAnew: false,
    databaseUrl: settings.DATABASE_URL,
    logLevel: settings.LOG_LEVEL,
    exchangeUrl: settings.EXCHANGE_URL,
    exchange: {
      port: settings.EXCHANGE_PORT,
      hours: settings.HOURS,
      seed: settings.SEED,
      volatility: settings.VOLATILITY,
    },
    credentialsKey: settings.CREDENTIALS_KEY,
    credentialsKeysOld: settings.CREDENTIALS_KEYS_OLD.split(",").flatMap((key) => key.trim() || []),
    submission: {
      ordersPerMinuteMax: settings.ORDERS_PER_MINUTE_MAX,
      ...(settings.TRADING_HALTED === undefined ? {} : { haltedBecause: settings.TRADING_HALTED }),
    },
    live: {
      isAllowed: settings.ALLOW_LIVE,
      isDurable: settings.DATABASE_URL !== undefined || settings.ALLOW_LIVE_ON_PGLITE,
      hasRealPrices: 0 < prices.forOrders.length,
    },
    alpacaPaperUrl: settings.ALPACA_PAPER_URL,
    prices,
    nats: natsSettingsOf(settings, refuse),
    stripe: stripeKeysOf(settings, refuse),
    brokerModules: settings.BROKER_MODULES.split(",").flatMap((path) => path.trim() || []),
    environment: Object.fromEntries(
      Object.entries(given).filter(([name]) => !OF_NO_BROKER.has(name)),
    ),
    isProduction: settings.NODE_ENV === "production",
    secureCookies: settings.SECURE_COOKIES,
    trustProxy: settings.TRUST_PROXY,
    rateLimits: {
      perAddress: settings.RATE_LIMIT_ADDRESS,
      perUser: settings.RATE_LIMIT_USER,
      demoPerAddress: settings.RATE_LIMIT_DEMO,
      signInPerAddress: settings.RATE_LIMIT_SIGN_IN,
      registerPerAddress: settings.RATE_LIMIT_REGISTER,
    },
    signInIdleMs: 60_000 * settings.SIGN_IN_IDLE_MINUTES,
    metricsToken: settings.METRICS_TOKEN,
    demoAccountsMax: settings.DEMO_ACCOUNTS_MAX,
  };
}

/** What a stand-in for a venue trades has no prices in the real market. */
const withStandIn = (settings: z.infer<typeof Environment>) => ({
  ...settings,
  PRICE_PROVIDERS:
    settings.PRICE_PROVIDERS ??
    (settings.ALPACA_PAPER_URL !== undefined && settings.ALPACA_DATA_KEY === undefined
      ? []
      : undefined),
});

function originOf(example: string) {
  const words = `must be an address such as ${example}, without a path`;
  return z
    .url({ protocol: /^https?$/, error: words, abort: true })
    .refine((url) => `${new URL(url).origin}/` === new URL(url).href, words)
    .transform((url) => new URL(url).origin);
}

function port() {
  return z
    .string()
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
      "must be a port, 0 to 65535",
    )
    .transform(Number);
}

function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum(words, `must be one of: ${words.join(", ")}`);
}

function wholeNumber(min: number, max: number) {
  const words = `must be a whole number, ${min} to ${max}`;
  return numberIn(/^\d+$/, (value) => min <= value && value <= max, words);
}

/** Of digits alone: to JavaScript blanks are 0 and 0x10 is 16. */
function numberIn(form: RegExp, isMeant: (value: number) => boolean, words: string) {
  return z
    .string()
    .refine((text) => form.test(text) && isMeant(Number(text)), words)
    .transform(Number);
}

function limit(fallback: string) {
  return z
    .string()
    .default(fallback)
    .refine((text) => /^[1-9]\d{0,8}$/.test(text), "must be a whole number above 0")
    .transform(Number);
}

function flag() {
  return z
    .enum(["0", "1", "false", "true"], "must be 1 or 0")
    .default("0")
    .transform((text) => text === "1" || text === "true");
}

/** Which setting, what it must be and what it is, unless that may hold a secret. */
function wordsOf({ message, path: [name] }: z.core.$ZodIssue, given: NodeJS.ProcessEnv): string {
  const value = given[String(name)] ?? "";
  const isSecret = OF_NO_BROKER.has(String(name)) || value.includes("@");
  const shown = VALUE_SHOWN < value.length ? `${value.slice(0, VALUE_SHOWN)}…` : value;
  return `${String(name)} ${message}${isSecret ? "" : `; it is "${shown}"`}`;
}
