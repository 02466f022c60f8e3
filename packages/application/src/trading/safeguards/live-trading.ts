import type { Account } from "../../ports/stores/account.ts";
import type { Storage } from "../../ports/stores/storage.ts";

/** What the installation says about trading real money. */
export interface LivePolicy {
  /** ALLOW_LIVE=1: whoever runs the program wants it. */
  readonly isAllowed: boolean;
  /** The database survives a power cut: PostgreSQL, or ALLOW_LIVE_ON_PGLITE=1. */
  readonly isDurable: boolean;
  /** Prices of venues that trade real money are read here: see `pricesOf`. */
  readonly hasRealPrices: boolean;
}

/** Where nothing was said, no real money moves. */
export const NO_LIVE_TRADING: LivePolicy = {
  isAllowed: false,
  isDurable: false,
  hasRealPrices: false,
};

export const LIVE_OBSTACLES = [
  "database",
  "second-factor",
  "configuration",
  "simulated-prices",
] as const;
/** What keeps an account from trading real money: the first of these that does. */
export type LiveObstacle = (typeof LIVE_OBSTACLES)[number];

/** Undefined where nothing is in the way, which is always so at a venue without real money. */
export function liveObstacleOf(
  { venue }: Pick<Account, "venue">,
  user: { readonly hasTotp: boolean },
  policy: LivePolicy,
): LiveObstacle | undefined {
  if (venue !== "live") return undefined;
  if (!policy.isDurable) return "database";
  if (!user.hasTotp) return "second-factor";
  if (!policy.isAllowed) return "configuration";
  return policy.hasRealPrices ? undefined : "simulated-prices";
}

/** The same for a stored account, by what is stored of its user. */
export async function readLiveObstacle(
  {
    live = NO_LIVE_TRADING,
    storage,
  }: { readonly live?: LivePolicy; readonly storage: Pick<Storage, "read"> },
  account: Pick<Account, "userId" | "venue">,
): Promise<LiveObstacle | undefined> {
  if (account.venue !== "live") return undefined;
  const totp = await storage.read.totp.of(account.userId);
  return liveObstacleOf(account, { hasTotp: totp?.confirmedAt !== undefined }, live);
}

const SENTENCES: Readonly<Record<LiveObstacle, string>> = {
  database:
    "Real money is not traded on the embedded database. Set DATABASE_URL to a PostgreSQL server.",
  "second-factor":
    "Real money is traded only by users with two-step sign-in. Switch it on under your account.",
  configuration: "Trading real money is switched off. Whoever runs Sevenfold sets ALLOW_LIVE=1.",
  "simulated-prices":
    "Prices here are the built-in exchange's: simulated. Real money is not traded on them.",
};

export const liveSentenceOf = (obstacle: LiveObstacle): string => SENTENCES[obstacle];
