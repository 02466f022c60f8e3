import type { DemoHistory } from "./demo-history.ts";

/** What a new demo account has behind it: made off the main thread, kept for some hours. */
export interface DemoHistories {
  /** The latest one; makes it first when there is none yet. */
  latest(): Promise<DemoHistory>;
}
