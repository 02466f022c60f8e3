import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Readers } from "../../ports/stores/readers.ts";

import type { Sale } from "../../ports/stores/sale-store.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import {
  type AccountNotFound,
  type AnotherAccount,
  meantAccount,
} from "../account/selected-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { pricelessFor, pricelessOf } from "../safeguards/priceless.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { wishAllCanceled } from "./cancel-all.ts";
import { isAnswerTo, type KeyReused } from "./key-reused.ts";

export type SaleRefusal =
  | AccountNotFound
  | AnotherAccount
  | KeyReused
  | { readonly kind: "nothing-to-sell" }
  | Extract<Refusal, { kind: "no-real-prices" }>;
export type SellAll = (wanted: {
  readonly userId: string;
  /** The account that is meant; absent, the one in use. */
  readonly accountId?: string | undefined;
  /** One per opened question; absent, each call is a question of its own. */
  readonly requestKey?: string;
}) => Promise<Result<Sale, SaleRefusal>>;

type Needs = Pick<
  TradingNeeds,
  "announcer" | "clock" | "identifiers" | "log" | "realMarket" | "storage"
>;

/**
 * Writes down that every open order is to be canceled and everything to be sold, and turns automation
 * off, in one transaction; then `run` does it, in that order. The same request, and a second one while a sale is at work, answer the sale there is.
 */
export const sellAll =
  (needs: Needs, run: (saleId: string) => Promise<unknown>): SellAll =>
  async ({ accountId: meant, userId, requestKey }) => {
    const { announcer, clock, identifiers, log, storage } = needs;
    const selected = await meantAccount(storage.read, { userId, accountId: meant });
    if (!selected.ok) return selected;
    const accountId = selected.value.id;
    // Said before anything is canceled: an order that waits at the broker protects more than none.
    const priceless = pricelessFor(pricelessOf(needs, selected.value), { side: "sell" });
    if (priceless) return refused(priceless);
    const begun = await storage
      .transact(async (tables) => {
        const account = await tables.accounts.lock(accountId);
        const atWork = (await tables.sales.atWork(accountId)).find(
          ({ kind }) => kind === "sell-all",
        );
        if (atWork) {
          // Somebody may have switched it on again since that sale began.
          await turnOff(tables, { ...atWork, startedAt: clock.now() });
          return { sale: atWork, isNew: false };
        }
        const sale: Sale = {
          id: identifiers.uuid(),
          kind: "sell-all",
          accountId,
          userId,
          requestKey: requestKey ?? identifiers.uuid(),
          startedAt: clock.now(),
          cancels: (await tables.orders.open(accountId)).map(({ clientKey }) => clientKey),
          items: await itemsOf(tables, accountId),
        };
        const added = await tables.sales.add(sale);
        if (!added.isNew) return added;
        if (sale.items.length === 0) throw new NothingToSell();
        await turnOff(tables, sale);
        if (account) await wishAllCanceled(tables, account, sale.startedAt);
        await tables.audit.add({ at: sale.startedAt, userId, action: "emergency-sale" });
        return added;
      })
      .catch((error: unknown) => {
        if (error instanceof NothingToSell) return undefined;
        throw error;
      });
    if (begun === undefined) return refused({ kind: "nothing-to-sell" });
    if (!isAnswerTo({ kind: "sell-all", accountId }, begun.sale))
      return refused({ kind: "idempotency-key-reused" });
    announcer.announce({ accountId, userId, topic: "settings" });
    announcer.announce({ accountId, userId, topic: "orders" });
    const { id } = begun.sale;
    if (begun.isNew)
      run(id).catch((error: unknown) =>
        // The worker goes on with what is written down.
        log.error("sale-broke-off", { accountId, saleId: id, error: String(error) }),
      );
    return ok(begun.sale);
  };

/** Ends the transaction without a trace. */
class NothingToSell extends Error {
  override readonly name = "NothingToSell";
}

const itemsOf = async (tables: Readers, accountId: string): Promise<Sale["items"]> =>
  (await tables.positions.of(accountId)).map(({ ticker, quantity }) => ({
    ticker,
    shares: quantity,
    sold: 0 as typeof quantity,
    state: "pending",
  }));

async function turnOff(tables: Tables, { accountId, startedAt, userId }: Sale): Promise<void> {
  const settings = await tables.settings.of(accountId);
  if (settings?.automationEnabled)
    await tables.settings.change(accountId, userId, (current) => ({
      ...current,
      automationEnabled: false,
      updatedAt: startedAt,
    }));
}
