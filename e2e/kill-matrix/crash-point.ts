import type { TraderKeys } from "./paper-exchange.ts";

/** One operation on the way to a death; at the last one the process is killed. */
export type CrashStep =
  | {
      readonly kind: "statement";
      /** A pattern of its text. */
      readonly text: string;
      /** What must be among its values; "$key": our key of the order met first. */
      readonly mentions?: string;
      /** On the connection of the step before. */
      readonly isSameTransaction?: boolean;
      /** Before it is sent, once it is on its way, or when its answer is there and nobody has read it. */
      readonly when: "before" | "sent" | "after";
    }
  | {
      readonly kind: "request";
      /** A pattern of its method and path. */
      readonly asks: string;
      /** What must be among its headers. */
      readonly mentions: string;
      /** At its first byte, at its last, or when the answer has come and nobody has read it. */
      readonly when: "first-byte" | "sent" | "answered";
    };

/** What the preload is told (crash-hook.mjs). */
export interface CrashPoint {
  readonly name: string;
  readonly steps: readonly CrashStep[];
}

/** Whose account a scene is about: statements name its id, requests carry its key. */
export type Whose = Pick<TraderKeys, "apiKey"> & { readonly accountId: string };

const statement = (
  text: string,
  mentions: string,
  when: "before" | "sent" | "after" = "before",
): CrashStep => ({ kind: "statement", text, mentions, when });

/** The end of the transaction that the step before is of. */
export const commit = (when: "before" | "sent" | "after"): CrashStep => ({
  kind: "statement",
  text: "^COMMIT",
  isSameTransaction: true,
  when,
});

/** The order goes on record, with what it keeps aside and its first attempt. */
export const orderWritten = ({ accountId }: Whose): CrashStep =>
  statement("^\\s*INSERT INTO order_logs", accountId);

/** The row of the order that was met first, or of the one that is named, is changed. */
export const orderChanged = (key = "$key"): CrashStep => statement("^\\s*UPDATE order_logs", key);

/** An execution was told: whether it is booked already is the first that is asked of it. */
export const fillHeard = ({ accountId }: Whose): CrashStep =>
  statement("SELECT execution_id AS id FROM executions", accountId);

export const fillWritten = ({ accountId }: Whose): CrashStep =>
  statement("INSERT INTO executions", accountId);

/** Behind the execution, the order and the postings, and before cash and trail. */
export const positionWritten = (): CrashStep => ({
  kind: "statement",
  text: "^\\s*INSERT INTO positions",
  isSameTransaction: true,
  when: "before",
});

export const leaseRenewed = ({ accountId }: Whose): CrashStep =>
  statement("UPDATE leases SET expires_at", accountId, "sent");

type Protocol = TraderKeys["provider"];
type Sent = Extract<CrashStep, { kind: "request" }>["when"];

const ORDERING = { alpaca: "^POST /v2/orders$", etrade: "^POST /etrade/.*/orders/place" };
const CANCELING = { alpaca: "^DELETE /v2/orders/", etrade: "^PUT /etrade/.*/orders/cancel" };

export const orderSent = (protocol: Protocol, { apiKey }: Whose, when: Sent): CrashStep => ({
  kind: "request",
  asks: ORDERING[protocol],
  mentions: apiKey,
  when,
});

export const cancelSent = (protocol: Protocol, { apiKey }: Whose, when: Sent): CrashStep => ({
  kind: "request",
  asks: CANCELING[protocol],
  mentions: apiKey,
  when,
});
