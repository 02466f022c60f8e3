import type { Instant } from "@sevenfold/domain/market";

/** Everything that leaves a line in the audit: who was let in, and what changed by whose hand. */
export const AUDIT_ACTIONS = [
  "register",
  "sign-in",
  "sign-in-failed",
  "sign-out",
  "demo",
  "password-changed",
  "password-reset",
  "totp-enabled",
  "totp-removed",
  "recovery-code-used",
  "token-created",
  "token-revoked",
  "sign-in-revoked",
  "sign-in-waits-lifted",
  "user-deleted",

  "broker-connected",
  "broker-selected",
  "broker-changed",
  "broker-removed",
  "automation-on",
  "automation-off",
  "settings-changed",
  "risk-changed",
  "strategy-installed",
  "strategy-removed",
  "goal-changed",
  "account-reduced",
  "account-released",
  "order-placed",
  "order-denied",
  "order-canceled",
  "positions-sold",
  "emergency-sale",
  "position-handed-over",
  "positions-synced",
  "plan-changed",
  "checkout-opened",
  "subscription-changed",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One line of the audit. It names no secret: no password, key, code, token or sign-in id. */
export interface AuditEntry {
  readonly at: Instant;
  /** Absent where nobody is known, as after a sign-in under an unknown name. */
  readonly userId?: string;
  readonly action: AuditAction;
  /** The network address the request came from. */
  readonly address?: string;
  /** What it was about, in words. Kept on one line and cut at `AUDIT_TEXT_MAX`. */
  readonly text?: string;
}

/** Characters of a line's text that are kept. */
export const AUDIT_TEXT_MAX = 500;

export interface AuditReader {
  /** Newest first, at most `limit` (500 at the most); of these actions alone, where they are named. */
  latest(
    userId: string,
    limit: number,
    actions?: readonly AuditAction[],
  ): Promise<readonly AuditEntry[]>;
}

/** Append only: a line is never changed, and outlives the user it is about. */
export interface AuditStore extends AuditReader {
  add(entry: AuditEntry): Promise<void>;
  /** In this order. */
  addAll(entries: readonly AuditEntry[]): Promise<void>;
}
