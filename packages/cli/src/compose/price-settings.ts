import { z } from "zod";

/** Providers of real prices, by the names an operator gives. */
export const PRICE_PROVIDERS = ["alpaca", "yahoo", "twelve-data", "tiingo"] as const;
export type PriceProviderName = (typeof PRICE_PROVIDERS)[number];

/** Which prices of the real market are read, and which of them may be traded on. */
export interface PriceSettings {
  /** In the order of preference: primary, secondary, backup. Empty: none are read. */
  readonly providers: readonly PriceProviderName[];
  /** The others' prices are shown, and nothing is decided or bought on them. */
  readonly forOrders: readonly PriceProviderName[];
  readonly alpaca:
    | { readonly keyId: string; readonly secretKey: string; readonly feed: "iex" | "sip" }
    | undefined;
  readonly twelveDataKey: string | undefined;
  readonly tiingoToken: string | undefined;
}

const KEY = z.string().max(200, "must have at most 200 characters");

/** What the environment may say of them. */
export const PRICE_ENVIRONMENT = {
  /** Separated by commas, the preferred one first; "none" for no real prices at all. */
  PRICE_PROVIDERS: names().optional(),
  /** Which of them may be traded on: alpaca when not said. */
  PRICES_FOR_ORDERS: names().optional(),
  ALPACA_DATA_KEY: KEY.optional(),
  ALPACA_DATA_SECRET: KEY.optional(),
  /** The trades of one exchange, free of charge, or of all. */
  ALPACA_DATA_FEED: z.enum(["iex", "sip"], "must be iex or sip").default("iex"),
  TWELVE_DATA_KEY: KEY.optional(),
  TIINGO_TOKEN: KEY.optional(),
} as const;

type Given = z.infer<z.ZodObject<typeof PRICE_ENVIRONMENT>>;

/** Trades that come by themselves and at once. The others are asked for now and then. */
const STREAMING: readonly PriceProviderName[] = ["alpaca"];

/**
 * Nobody need have a key: then prices are shown that everybody may read. `refuse` is told what cannot be
 * meant, and throws.
 */
export function priceSettingsOf(given: Given, refuse: (words: string) => never): PriceSettings {
  const { ALPACA_DATA_KEY: keyId, ALPACA_DATA_SECRET: secretKey } = given;
  if ((keyId === undefined) !== (secretKey === undefined))
    refuse("ALPACA_DATA_KEY and ALPACA_DATA_SECRET go together: set both, or neither.");
  const keys: Readonly<Record<PriceProviderName, string | undefined>> = {
    alpaca: keyId,
    yahoo: "",
    "twelve-data": given.TWELVE_DATA_KEY,
    tiingo: given.TIINGO_TOKEN,
  };
  const settable = PRICE_PROVIDERS.filter((name) => keys[name] !== undefined);
  const providers = given.PRICE_PROVIDERS ?? settable;
  for (const name of providers)
    if (keys[name] === undefined)
      refuse(`PRICE_PROVIDERS names ${name}, whose key is missing: set ${KEY_NAMES[name]}.`);
  const forOrders = given.PRICES_FOR_ORDERS ?? STREAMING.filter((one) => providers.includes(one));
  for (const name of forOrders)
    if (!providers.includes(name))
      refuse(`PRICES_FOR_ORDERS names ${name}, which PRICE_PROVIDERS does not.`);
  return {
    providers,
    forOrders,
    alpaca:
      keyId === undefined || secretKey === undefined
        ? undefined
        : { keyId, secretKey, feed: given.ALPACA_DATA_FEED },
    twelveDataKey: given.TWELVE_DATA_KEY,
    tiingoToken: given.TIINGO_TOKEN,
  };
}

/** What of the settings nobody may see. */
export const priceSecretsOf = (settings: PriceSettings): readonly (string | undefined)[] => [
  ...[settings.alpaca?.keyId, settings.alpaca?.secretKey],
  ...[settings.twelveDataKey, settings.tiingoToken],
];

/** The settings that hold each provider's key. */
export const KEY_NAMES: Readonly<Record<PriceProviderName, string>> = {
  alpaca: "ALPACA_DATA_KEY and ALPACA_DATA_SECRET",
  yahoo: "nothing",
  "twelve-data": "TWELVE_DATA_KEY",
  tiingo: "TIINGO_TOKEN",
};

function names() {
  const words = `must be some of ${PRICE_PROVIDERS.join(", ")}, each once, separated by commas, or none`;
  const isKnown = (name: string): name is PriceProviderName =>
    (PRICE_PROVIDERS as readonly string[]).includes(name);
  return z
    .string()
    .transform((text) => text.split(",").map((name) => name.trim().toLowerCase()))
    .transform((listed) => (listed.length === 1 && listed[0] === "none" ? [] : listed))
    .refine((listed) => listed.every(isKnown) && new Set(listed).size === listed.length, {
      message: words,
      path: [],
    })
    .transform((listed) => listed.filter(isKnown));
}
