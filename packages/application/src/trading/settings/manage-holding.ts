import type { Ticker } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { StoredPosition } from "../../ports/stores/position-store.ts";
import { fromAddress } from "../account/owned-account.ts";
import { type AnotherAccount, meantAccount } from "../account/selected-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";

export interface HandOver {
  readonly userId: string;
  /** The account it is held at, as the caller sees it; absent: whichever is in use. */
  readonly accountId?: string | undefined;
  readonly ticker: Ticker;
  /** False takes it back. */
  readonly isManaged: boolean;
  readonly address?: string | undefined;
}

export type HandOverRefusal =
  | AnotherAccount
  | { readonly kind: "account-not-found" }
  | { readonly kind: "position-not-found"; readonly ticker: Ticker };

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "storage">;

/** Hands a holding found at the broker over to the worker, or takes it back. */
export const manageHolding =
  ({ announcer, clock, storage }: Needs) =>
  async (wanted: HandOver): Promise<Result<StoredPosition, HandOverRefusal>> => {
    const { isManaged, ticker, userId } = wanted;
    const selected = await meantAccount(storage.read, wanted);
    if (!selected.ok) return selected;
    const { id: accountId } = selected.value;
    const handed = await storage.transact(async (tables) => {
      await tables.accounts.lock(accountId);
      const held = await tables.positions.of(accountId);
      const position = held.find((one) => one.ticker === ticker);
      if (!position || position.isManaged === isManaged) return position;
      const changed = { ...position, isManaged, updatedAt: clock.now() };
      await tables.positions.put(changed);
      await tables.audit.add({
        at: clock.now(),
        userId,
        action: "position-handed-over",
        ...fromAddress(wanted),
        text: `${ticker}: ${isManaged ? "handed over" : "taken back"}`,
      });
      return changed;
    });
    if (!handed) return refused({ kind: "position-not-found", ticker });
    announcer.announce({ accountId, userId, topic: "settings" });
    announcer.announce({ accountId, userId, topic: "account" });
    return ok(handed);
  };
