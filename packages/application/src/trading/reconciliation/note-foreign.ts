import type { ForeignThings } from "../../ports/foreign.ts";
import type { Account } from "../../ports/stores/account.ts";
import { foreignAtBroker } from "../account/foreign-standing.ts";
import { toldInDoubt } from "../account/told-in-doubt.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";

/** Keeps what else the broker shows of the account, where it is news. Answers the account as it is now. */
export async function noteForeign(
  { announcer, storage }: Pick<TradingNeeds, "announcer" | "storage">,
  account: Account,
  things: ForeignThings,
): Promise<Account> {
  const found = foreignAtBroker(things);
  if (JSON.stringify(found) === JSON.stringify(account.foreign)) return account;
  const announce = () =>
    announcer.announce({ accountId: account.id, userId: account.userId, topic: "account" });
  const changing = storage.transact((tables) =>
    tables.accounts.change(account.id, ({ foreign: _, ...row }) =>
      found ? { ...row, foreign: found } : row,
    ),
  );
  const changed = await toldInDoubt(changing, announce);
  announce();
  return changed;
}
