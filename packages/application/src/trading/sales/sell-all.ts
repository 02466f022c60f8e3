import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";

import type { Sale } from "../../ports/stores/sale-store.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import {
  type AccountNotFound,
  type AnotherAccount,
  meantAccount,
} from "../account/selected-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { haltOf } from "../safeguards/circuit-breakers.ts";
import { pricelessFor, pricelessOf } from "../safeguards/priceless.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import { wishAllCanceled } from "./cancel-all.ts";
import { isAnswerTo, type KeyReused } from "./key-reused.ts";

export type SaleRefusal =
  | AccountNotFound
  | AnotherAccount
  | KeyReused
  | { readonly kind: "nothing-to-sell" }
  | Extract<
      Refusal,
      { kind: "account-not-active" | "market-closed" | "no-real-prices" | "trading-halted" }
    >;
export type SellAll = (wanted: {
  readonly userId: string;
  /** The account that is meant; absent, the one in use. */
  readonly accountId?: string | undefined;
  /** One per opened question; absent, each call is a question of its own. */
  readonly requestKey?: string;
}) => Promise<Result<Sale, SaleRefusal>>;

type Needs = Pick<
  TradingNeeds,
  | "announcer"
  | "calendarOf"
  | "clock"
  | "identifiers"
  | "log"
  | "realMarket"
  | "storage"
  | "submission"
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
    const begun = await storage
      .transact(async (tables) => {
        const account = await tables.accounts.lock(accountId);
        if (!account) throw new NotBegun({ kind: "account-not-found" });
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
        const refusal = await refusalOf(needs, tables, { account, sale });
        if (refusal) throw new NotBegun(refusal);
        await turnOff(tables, sale);
        await wishAllCanceled(tables, account, sale.startedAt);
        await tables.audit.add({ at: sale.startedAt, userId, action: "emergency-sale" });
        return added;
      })
      .catch((error: unknown) => {
        if (error instanceof NotBegun) return error;
        throw error;
      });
    if (begun instanceof NotBegun) return refused(begun.refusal);
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

/**
 * Why nothing could be sold. Said before anything is canceled or switched off: an order that waits at the
 * broker protects more than none, and so does the rule.
 */
async function refusalOf(
  needs: Pick<Needs, "calendarOf" | "realMarket" | "submission">,
  tables: Readers,
  { account, sale: { items, startedAt } }: { readonly account: Account; readonly sale: Sale },
): Promise<SaleRefusal | undefined> {
  if (items.length === 0) return { kind: "nothing-to-sell" };
  const priceless = pricelessFor(pricelessOf(needs, account), { side: "sell" });
  if (priceless) return priceless;
  const halt = await haltOf(tables, needs.submission);
  if (halt) return halt;
  if (account.status !== "active") return { kind: "account-not-active", status: account.status };
  const calendar = needs.calendarOf(account);
  return calendar.sessionAt(startedAt)
    ? undefined
    : { kind: "market-closed", opensAt: calendar.nextSession(startedAt).opens };
}

/** Ends the transaction without a trace. */
class NotBegun extends Error {
  override readonly name = "NotBegun";
  readonly refusal: SaleRefusal;

  constructor(refusal: SaleRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
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
