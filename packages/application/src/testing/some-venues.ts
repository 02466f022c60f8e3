import { type VenueRegistration, venueDirectory } from "../ports/venue-registration.ts";

/** Lets in by keys, and leads to a paper venue. */
export const BY_KEYS: VenueRegistration = {
  id: "alpaca",
  name: "Alpaca",
  badge: "Paper trading",
  says: "No real money.",
  isRealMoney: false,
  keys: { apiKey: "API Key", secretKey: "Secret Key" },
  checkKeys: "Check both of them, and that they are keys of a paper account.",
  letsIn: "by-keys",
  leadsTo: "paper",
  builtIn: "secret-key",
};

/** Wants its user's word each day, and trades real money. */
export const BY_USER: VenueRegistration = {
  id: "etrade",
  name: "E*TRADE",
  badge: "Live trading",
  says: "Real money.",
  isRealMoney: true,
  keys: { apiKey: "Consumer Key", secretKey: "Consumer Secret" },
  checkKeys: "Check the consumer key and its secret.",
  letsIn: "by-user",
  leadsTo: "live",
  builtIn: "signing-secret",
};

export const SOME_VENUES = venueDirectory([BY_KEYS, BY_USER]);
