import { RuleBroken } from "./rule-broken.ts";
import type { BenchVenue, BrokerCapability } from "./venue-bench.ts";

/** What a bench has to be able to do for what it claims. */
const HANDS: Readonly<Partial<Record<BrokerCapability, readonly (keyof BenchVenue)[]>>> = {
  "lost-answers": ["breakCalls", "mendCalls"],
  "wire-faults": ["breakCalls", "mendCalls"],
  "stream-breaks": ["breakStream", "mendStream"],
  "push-stream": ["repeatMessages", "sendGarbage"],
  "held-cancels": ["holdCancels"],
  "strange-states": ["useStrangeStates"],
  "day-end": ["passDayEnd"],
  "foreign-orders": ["placeElsewhere"],
  "foreign-things": ["garbleOrder", "showForeign"],
  fractions: ["showFractions"],
  "parts-elsewhere": ["buyPartsElsewhere"],
  "revoked-keys": ["revokeKeys"],
  "telling-refusals": ["tellSecrets"],
  "expiring-tokens": ["passMidnight"],
  "idle-tokens": ["passIdleTime"],
  "suspended-accounts": ["suspendAccount"],
  "rate-limits": ["refuseCalls"],
  "share-events": ["showShareEvents"],
};

/** A case whose fault never happens would pass for nothing: throws when a claim has no hand. */
export function checkHands(venue: BenchVenue, capabilities: readonly BrokerCapability[]): void {
  for (const capability of capabilities)
    for (const hand of HANDS[capability] ?? [])
      if (venue[hand] === undefined)
        throw new RuleBroken(`the bench claims ${capability} and has no ${hand}()`);
}
