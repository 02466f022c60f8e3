import type { EtradeVenue } from "./etrade-broker.ts";

const TIMEOUT_MS = 10_000;

/** E*TRADE itself: real money. Two calls a second is what its guide allows of each kind. */
export const ETRADE_LIVE: EtradeVenue = {
  apiUrl: "https://api.etrade.com",
  oauthUrl: "https://api.etrade.com",
  authorizeUrl: "https://us.etrade.com/e/t/etws/authorize",
  timeoutMs: TIMEOUT_MS,
  callSpacingMs: 500,
  pollMs: { working: 2_000, quiet: 10_000 },
};

/**
 * E*TRADE's sandbox, for keys of its own: canned answers that keep no state. Its tokens come from the
 * production host.
 */
export const ETRADE_SANDBOX: EtradeVenue = {
  ...ETRADE_LIVE,
  apiUrl: "https://apisb.etrade.com",
};

/** The built-in exchange answers everything on one loopback port. */
export const builtInEtrade = (url: string): EtradeVenue => ({
  apiUrl: `${url}/etrade`,
  oauthUrl: `${url}/etrade`,
  authorizeUrl: `${url}/etrade/authorize`,
  timeoutMs: TIMEOUT_MS,
  callSpacingMs: 0,
  pollMs: { working: 500, quiet: 2_000 },
});
