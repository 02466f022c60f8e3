import * as brokers from "@sevenfold/contract/brokers";
import { type Answer, answer, Refusal } from "./answer.ts";
import { BROKER } from "./invented-account.ts";
import { accountIdOf, takeInUse } from "./invented-accounts.ts";
import type { InventedWorld } from "./invented-world.ts";

const venueFacts = (provider: string): Partial<brokers.BrokerView> => {
  const venue = VENUES.find(({ id }) => id === provider);
  return {
    ...(venue && { providerName: venue.name, takesAuthorisation: venue.needsAuthorisation }),
    venue: venue?.isRealMoney ? "live" : "paper",
    ...(venue?.needsAuthorisation && WAITING),
  };
};

const WAITING = {
  status: "pending",
  message: "E*TRADE wants you to allow Sevenfold in. Authorise it to go on.",
  needsAuthorisation: true,
  equity: null,
  lastValidatedAt: null,
} as const satisfies Partial<brokers.BrokerView>;

/** Two brokers as a server offers them: one by keys, one by its user's word. */
const VENUES: readonly brokers.VenueView[] = [
  {
    id: "alpaca",
    name: "Alpaca",
    badge: "Paper trading",
    says: "7-day free trial, no real money, $100,000 of demo funds.",
    isRealMoney: false,
    apiKey: "API Key",
    secretKey: "Secret Key",
    needsAuthorisation: false,
    hasPaperKeys: true,
  },
  {
    id: "etrade",
    name: "E*TRADE",
    badge: "Live trading",
    says: "Real money. Tokens end at midnight ET.",
    isRealMoney: true,
    apiKey: "Consumer Key",
    secretKey: "Consumer Secret",
    needsAuthorisation: true,
    hasPaperKeys: true,
  },
];

/** Broker accounts; the secret key "wrong" is refused everywhere. */
export const BROKER_ANSWERS: readonly Answer[] = [
  answer(brokers.issuePaperKeys, () => ({ apiKey: "PKINVENTED0001", secretKey: "a secret of it" })),
  answer(brokers.listVenues, () => [...VENUES]),
  answer(brokers.listBrokers, (world) => world.brokers),
  answer(brokers.connectBroker, (world, { provider, apiKey, secretKey, accountLabel }) => {
    if (secretKey === "wrong")
      throw new Refusal(422, {
        code: "broker-keys-refused",
        error: "Connection Failed",
        details: "Alpaca does not accept these keys.",
      });
    const connected: brokers.BrokerView = {
      ...BROKER,
      id: `1d1b0a4e-1111-4c77-8a26-${String(world.brokers.length).padStart(12, "0")}`,
      provider,
      ...venueFacts(provider),
      accountLabel: accountLabel || "Primary Account",
      apiKeyEnding: apiKey.slice(-4),
      isSelected: false,
    };
    world.brokers = [...world.brokers, connected];
    // What its user has not let in yet takes nobody's place.
    const isSelected = !connected.needsAuthorisation || world.brokers.length === 1;
    if (isSelected) takeInUse(world, connected.id);
    return { ...connected, isSelected };
  }),
  answer(brokers.authoriseBroker, () => ({
    authorizeUrl: "https://broker.invalid/authorise?token=1",
    expiresAt: "2030-11-20T17:05:00.000Z",
  })),
  answer(brokers.verifyBroker, (world, { id, verifier }) => {
    if (verifier !== "CODE42")
      throw new Refusal(422, {
        code: "code-refused",
        error: "The code was not accepted",
        details: "The broker does not take this code.",
      });
    return put(world, (each) =>
      each.id === id
        ? {
            ...each,
            status: "active",
            message: null,
            needsAuthorisation: false,
            authorisedUntil: "2030-11-21T05:00:00.000Z",
            equity: 100_000,
            lastValidatedAt: "2030-11-20T17:00:00.000Z",
          }
        : each,
    );
  }),
  answer(brokers.selectBroker, (world, { id }) => {
    takeInUse(world, id);
    return world.brokers;
  }),
  answer(brokers.changeBroker, (world, { id, accountLabel, isPaused, apiKey, seenLabel }) => {
    const stored = world.brokers.find((each) => each.id === id)?.accountLabel ?? "";
    if (seenLabel !== undefined && seenLabel !== stored)
      throw new Refusal(409, {
        code: "changed-meanwhile",
        error: "Changed meanwhile",
        conflicts: [{ field: "accountLabel", stored, yours: accountLabel ?? "" }],
      });
    return put(world, (each) =>
      each.id === id
        ? {
            ...each,
            ...(accountLabel !== undefined && { accountLabel }),
            ...(apiKey !== undefined && { apiKeyEnding: apiKey.slice(-4) }),
            // Keys ending in DEAD are let in nowhere.
            ...(isPaused !== undefined &&
              (isPaused || each.apiKeyEnding !== "DEAD") && {
                status: isPaused ? ("disabled" as const) : ("active" as const),
                message: isPaused ? "No order is sent until you resume it." : null,
              }),
          }
        : each,
    );
  }),
  answer(brokers.removeBroker, (world, { id }) => {
    const others = world.brokers.filter((each) => each.id !== id);
    const next = others.findLast(({ status }) => status === "active") ?? others.at(-1);
    if (accountIdOf(world) === id && next) takeInUse(world, next.id);
    world.brokers = world.brokers.filter((each) => each.id !== id);
    return world.brokers;
  }),
];

function put(world: InventedWorld, change: (broker: brokers.BrokerView) => brokers.BrokerView) {
  world.brokers = world.brokers.map(change);
  return world.brokers;
}
