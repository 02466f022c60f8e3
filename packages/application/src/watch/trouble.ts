import type { Instant } from "@sevenfold/domain/market";
import type { AccountAtStake, StoppedAccount } from "../ports/sight.ts";

/** What a watch reports. */
export type Trouble =
  /** Nothing can be seen: the server or the database does not answer. */
  | { readonly kind: "unseen"; readonly because: string }
  | { readonly kind: "not-ready"; readonly because: readonly string[] }
  /** Undefined: no worker has ever pinged. */
  | { readonly kind: "worker-silent"; readonly lastPing: Instant | undefined }
  | { readonly kind: "prices-silent" }
  | { readonly kind: "broker-disconnected"; readonly account: AccountAtStake }
  | ({ readonly kind: "exits-stopped" } & StoppedAccount);

/** Troubles of one key are one incident, whatever their facts are by now. */
export const keyOf = (trouble: Trouble): string =>
  "account" in trouble ? `${trouble.kind}:${trouble.account.id}` : trouble.kind;
