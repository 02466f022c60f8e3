import type { Instant } from "@sevenfold/domain/market";

/** Answers kept by idempotency key, so that a repeated request gets the first one's answer. */
export interface RequestStore {
  /**
   * "new": the key is now taken by this request. "same": the answer of the first one, undefined
   * while it is still being worked on. "other": the key was used for a different request.
   */
  begin(request: {
    readonly userId: string;
    readonly key: string;
    readonly fingerprint: string;
    readonly at: Instant;
  }): Promise<
    | { readonly kind: "new" }
    | { readonly kind: "same"; readonly answer?: string }
    | { readonly kind: "other" }
  >;
  finish(userId: string, key: string, answer: string): Promise<void>;
  /** Gives the key back: the request came to nothing. */
  abandon(userId: string, key: string): Promise<void>;
  /** Forgets at most `limit` requests from before the instant. Returns how many. */
  removeBefore(at: Instant, limit: number): Promise<number>;
}
