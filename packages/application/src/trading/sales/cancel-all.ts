import type { Instant } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Account } from "../../ports/stores/account.ts";
import type { Sale } from "../../ports/stores/sale-store.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import {
  type AccountNotFound,
  type AnotherAccount,
  meantAccount,
} from "../account/selected-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { wishCanceled } from "../orders/cancel-order.ts";
import { isAnswerTo, type KeyReused } from "./key-reused.ts";

/** The same request key answers the same taking back, however often it is asked for. */
export type CancelAll = (wanted: {
  readonly userId: string;
  /** The account that is meant; absent, the one in use. */
  readonly accountId?: string | undefined;
  readonly requestKey?: string;
}) => Promise<Result<Sale, AccountNotFound | AnotherAccount | KeyReused>>;

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "identifiers" | "log" | "storage">;

/**
 * Writes down that every open order of the selected account is to be canceled, all in one transaction;
 * then `run` asks the broker and follows them to their ends. Nothing else changes: automation goes on
 * as it was.
 */
export const cancelAll =
  (needs: Needs, run: (saleId: string) => Promise<unknown>): CancelAll =>
  async ({ accountId: meant, userId, requestKey }) => {
    const { announcer, clock, identifiers, log, storage } = needs;
    const selected = await meantAccount(storage.read, { userId, accountId: meant });
    if (!selected.ok) return selected;
    const accountId = selected.value.id;
    const { isNew, sale } = await storage.transact(async (tables) => {
      const account = await tables.accounts.lock(accountId);
      const startedAt = clock.now();
      // Apart from the keys of sales, so that one key sent to both is not one wish.
      const key = `cancel-all.${requestKey ?? identifiers.uuid()}`;
      const wanted: Sale = {
        id: identifiers.uuid(),
        kind: "cancel-all",
        accountId,
        userId,
        requestKey: key,
        startedAt,
        cancels: (await tables.orders.open(accountId)).map(({ clientKey }) => clientKey),
        items: [],
      };
      const none = wanted.cancels.length === 0;
      const added = await tables.sales.add(none ? { ...wanted, endedAt: startedAt } : wanted);
      if (added.isNew && account) await wishAllCanceled(tables, account, startedAt);
      return added;
    });
    if (!isAnswerTo({ kind: "cancel-all", accountId }, sale))
      return refused({ kind: "idempotency-key-reused" });
    announcer.announce({ accountId, userId, topic: "orders" });
    if (isNew && sale.endedAt === undefined)
      run(sale.id).catch((error: unknown) =>
        // The worker goes on with what is written down.
        log.error("sale-broke-off", { accountId, saleId: sale.id, error: String(error) }),
      );
    return ok(sale);
  };

/**
 * Puts the wish on record for every open order. Inside a transaction that has the account's row
 * locked, so that none begins meanwhile. Answers their keys, oldest first.
 */
export async function wishAllCanceled(
  tables: Tables,
  account: Account,
  at: Instant,
): Promise<readonly string[]> {
  const open = await tables.orders.open(account.id);
  for (const order of open) await wishCanceled(tables, account, { order, at });
  return open.map(({ clientKey }) => clientKey);
}
