import type { OpenKeys } from "@sevenfold/application/ports/broker";
import type { Instant } from "@sevenfold/domain/market";

import {
  type BrokerOpener,
  type BrokerRegistration,
  BUILT_IN_CALLS,
  type OpeningPlace,
} from "../broker-registration.ts";
import { etradeAuthorisations } from "./etrade-authorisations.ts";
import { type EtradeVenue, etradeBroker } from "./etrade-broker.ts";
import { builtInEtrade, ETRADE_LIVE, ETRADE_SANDBOX } from "./etrade-venues.ts";

/** Of orders and of the account together, two a second of each. */
const CALLS = { perMinute: 220, reserve: 30 };

/** It has no paper venue: what the built-in exchange did not issue trades real money. */
export const etradeRegistration: BrokerRegistration = {
  venue: {
    id: "etrade",
    name: "E*TRADE",
    badge: "Live trading",
    says: "Real money. OAuth 1.0a: tokens are renewed through the day and end at midnight ET.",
    isRealMoney: true,
    keys: { apiKey: "Consumer Key", secretKey: "Consumer Secret" },
    checkKeys: "Check the consumer key and its secret.",
    letsIn: "by-user",
    leadsTo: "live",
    builtIn: "signing-secret",
  },
  openers: (place) => ({
    "built-in": {
      calls: BUILT_IN_CALLS,
      open: opening(builtInEtrade(place.exchangeUrl), place.now),
    },
    live: { calls: CALLS, open: opening(liveVenue(place), place.now) },
  }),
  authorisations: (place) =>
    etradeAuthorisations(
      ({ venue }: Pick<OpenKeys, "venue">) =>
        venue === "built-in" ? builtInEtrade(place.exchangeUrl) : liveVenue(place),
      place.now,
    ),
};

/** The sandbox takes the place of the real one, for keys made for it. */
const liveVenue = ({ environment }: OpeningPlace): EtradeVenue =>
  ["1", "true"].includes(environment.ETRADE_SANDBOX ?? "") ? ETRADE_SANDBOX : ETRADE_LIVE;

const opening =
  (venue: EtradeVenue, now: () => Instant): BrokerOpener["open"] =>
  ({ access, accountNumber, apiKey, secretKey }, budget) =>
    etradeBroker(
      {
        ...venue,
        now,
        consumer: { key: apiKey, secret: secretKey },
        accountNumber,
        access: access && {
          token: { key: access.token, secret: access.secret },
          expiresAt: access.expiresAt,
        },
      },
      budget,
    );
