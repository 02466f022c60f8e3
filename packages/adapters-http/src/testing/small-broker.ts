import {
  type Broker,
  type BrokerConnections,
  type BrokerPosition,
  BrokerUnavailable,
  type SubmitAnswer,
} from "@sevenfold/application/ports/broker";
import type { BrokerAuthorisations } from "@sevenfold/application/ports/broker-authorisations";
import { NOTHING_FOREIGN } from "@sevenfold/application/ports/foreign";
import type { PaperVenue } from "@sevenfold/application/ports/paper-venue";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import { SOME_VENUES } from "@sevenfold/application/testing/some-venues";
import { instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

export interface SmallBroker extends BrokerAuthorisations, BrokerConnections, PaperVenue {
  /** Every order that reached it. */
  readonly received: Order[];
  /** What every account there holds. */
  readonly positions: BrokerPosition[];
  /** What it says to orders from now on. */
  /** From now on its answer to an order comes so much later. */
  delayBy(durationMs: number): void;
  answerWith(answer: SubmitAnswer): void;
  /** What it says to everything else from now on; undefined lets it answer again. */
  failWith(reason: BrokerUnavailable["reason"] | undefined): void;
}

/** What it shows to a user who lets us in. */
export const RIGHT_CODE = "CODE42";
/** Far beyond any test. */
const LET_IN_UNTIL = instant(Date.UTC(2100, 0, 1));

/** It lets everybody in whose key does not begin with this. */
export const WRONG_KEY = "WRONG";
/** It opens an account that may not trade. */
export const RESTRICTED_KEY = "PK-RESTRICTED";

/**
 * Takes every order and fills none: what it was sent can be looked at. Every key leads to an account
 * of its own with $100,000, and it issues keys like the built-in exchange.
 */
export function smallBroker(storage: Pick<Storage, "read">): SmallBroker {
  const received: Order[] = [];
  const positions: BrokerPosition[] = [];
  const issued = new Set<string>();
  let answer: SubmitAnswer | undefined;
  let delayMs = 0;
  let failure: BrokerUnavailable["reason"] | undefined;

  const brokerOf = (apiKey: string): Broker => {
    const read = async <Value>(value: Value): Promise<Value> => {
      const reason = apiKey.startsWith(WRONG_KEY) ? "credentials" : failure;
      if (reason) throw new BrokerUnavailable(reason, "The small broker does not answer.");
      return value;
    };
    return {
      async submit(order) {
        received.push(order);
        if (0 < delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
        return answer ?? { kind: "accepted", brokerOrderId: `B-${order.clientKey}` };
      },
      cancel: async () => "requested",
      find: async () => undefined,
      ordersSince: async () => read([]),
      executionsSince: async () => read([]),
      activitiesSince: async () => read([]),
      account: async () =>
        read({
          accountNumber: `A-${apiKey}`,
          cash: CASH,
          equity: CASH,
          buyingPower: CASH,
          canTrade: apiKey !== RESTRICTED_KEY,
          ...(apiKey === RESTRICTED_KEY && { restriction: "Trading is blocked." }),
        }),
      positions: async () => read([...positions]),
      foreign: async () => read(NOTHING_FOREIGN),
      async *notices() {},
    };
  };

  return {
    venues: SOME_VENUES,
    received,
    positions,
    delayBy(durationMs) {
      delayMs = durationMs;
    },
    answerWith(next) {
      answer = next;
    },
    failWith(reason) {
      failure = reason;
    },
    // The vault of the tests seals nothing.
    async connect(accountId) {
      const sealed = await storage.read.accounts.credentialsOf(accountId);
      return brokerOf(sealed?.sealedApiKey ?? accountId);
    },
    release() {},
    async begin({ apiKey }) {
      await brokerOf(apiKey).account();
      return {
        authorizeUrl: "https://broker.example/authorise",
        requestToken: "request-token",
        requestSecret: "request-secret",
      };
    },
    async complete(_keys, { verifier }) {
      if (verifier !== RIGHT_CODE)
        throw new BrokerUnavailable("needs-authorisation", "verifier_invalid");
      return { token: "access-token", secret: "access-secret", expiresAt: LET_IN_UNTIL };
    },
    async revoke() {},
    tryKeys: async ({ apiKey }) => brokerOf(apiKey),
    hasIssued: async (keyId) => issued.has(keyId),
    async openAccount() {
      const keyId = `PK${issued.size + 1}`.padEnd(20, "0");
      issued.add(keyId);
      return {
        accountId: keyId,
        keyId,
        secretKey: `secret of ${keyId}`,
        signingSecret: `signing secret of ${keyId}`,
      };
    },
  };
}

/** $100,000. */
const CASH = money(1_000_000_000);
