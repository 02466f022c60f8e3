import type { Account } from "../ports/stores/account.ts";
import { failed } from "../trading/account/account-failure.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";

type Authorised = Pick<Account, "authorisedUntil" | "id">;
type Needs = Pick<TradingNeeds, "announcer" | "brokers" | "clock" | "log" | "storage">;

/**
 * Stops each of these accounts whose user's word has run out, as E*TRADE's does every midnight in New
 * York: nothing is asked or sent there before it is given again. What works at the broker goes on
 * working. Answers those that are still let in.
 */
export const endAuthorisations =
  (needs: Needs) =>
  async <Known extends Authorised>(accounts: readonly Known[]): Promise<readonly Known[]> => {
    const { clock } = needs;
    const isOver = ({ authorisedUntil }: Omit<Authorised, "id">) =>
      authorisedUntil !== undefined && authorisedUntil <= clock.now();
    for (const { id } of accounts.filter(isOver)) await end(needs, id, isOver);
    return accounts.filter((account) => !isOver(account));
  };

async function end(
  { announcer, brokers, clock, log, storage }: Needs,
  accountId: string,
  isOver: (account: Omit<Authorised, "id">) => boolean,
): Promise<void> {
  const ended = await storage.transact(async (tables) => {
    const account = await tables.accounts.lock(accountId);
    if (account?.status !== "active" || !isOver(account)) return undefined;
    return tables.accounts.change(accountId, (row) =>
      failed(row, "needs-authorisation", clock.now()),
    );
  });
  if (!ended) return;
  log.warn("authorisation-over", { accountId });
  brokers.release(accountId);
  announcer.announce({ accountId, userId: ended.userId, topic: "accounts-changed" });
}
