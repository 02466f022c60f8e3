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

/** Whether it stands until somebody has acted, however long: reminders say nothing new. */
export const waitsForPerson = ({ kind }: Trouble): boolean => kind === "exits-stopped";

/** What a person is told anew for when it changes: why, and whether the broker would sell what is held. */
export function standsFor(trouble: Trouble): string {
  if (trouble.kind !== "exits-stopped") return trouble.kind;
  const { positions, positionsOnSale } = trouble.account;
  return [...trouble.because, positionsOnSale < positions ? "bare" : "covered"].join("\n");
}
