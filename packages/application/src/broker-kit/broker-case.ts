import type { CaseWorld } from "./case-world.ts";
import type { BrokerCapability } from "./venue-bench.ts";

/** One thing every broker adapter does. */
export interface BrokerCase {
  /** Its name for ever: "submit/same-key-once". */
  readonly rule: string;
  /** What is promised; finishes "the adapter …". */
  readonly promise: string;
  readonly needs?: readonly BrokerCapability[];
  /** Rejects when the adapter breaks the rule. */
  readonly run: (world: CaseWorld) => Promise<void>;
}
