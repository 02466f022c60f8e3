import type { Instant } from "@sevenfold/domain/market";
import type { AccountAtStake } from "./sight.ts";

/** "standing": it is still so. "test": nothing is wrong, somebody tries whether notices arrive. */
export const NOTICE_EVENTS = ["begun", "standing", "ended", "test"] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

/** Something that is told to somebody who is not looking. */
export interface Notice {
  readonly event: NoticeEvent;
  /** The same for all that is told of one incident. */
  readonly incident: string;
  readonly kind: string;
  readonly since: Instant;
  readonly at: Instant;
  /** What was looked at. */
  readonly source: string;
  readonly headline: string;
  readonly sentences: readonly string[];
  readonly accounts: readonly AccountAtStake[];
  readonly accountsUnnamed: number;
}

/** A way to reach somebody. */
export interface Notifier {
  /** Which way, in words and without a secret: "the webhook at hooks.example.com". */
  readonly name: string;
  /**
   * Resolves when the notice was taken. Rejects when it was not, or may not have been; the message
   * holds no secret. Ends within half a minute. It may be given the same notice again.
   */
  tell(notice: Notice): Promise<void>;
}

/** Somebody outside who notices when a watch falls silent. */
export interface Heartbeat {
  /** Says that the watch lives. Rejects where that was not heard; ends within half a minute. */
  beat(): Promise<void>;
}
