import type { ReductionReason } from "../../ports/stores/account.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { endReduction, reduceAccount } from "../safeguards/reduce-account.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">;

export interface Difference {
  readonly because: ReductionReason;
  readonly isOver: boolean;
  /** Absent while it may be something on its way. */
  readonly about: string | undefined;
  readonly facts: object;
}

/** Holds the account back while it differs in this, or lets it go on. Inside the account's mutex only. */
export async function noteDifference(
  { announcer, clock, log, storage }: Needs,
  followed: FollowedAccount,
  { about, because, facts, isOver }: Difference,
): Promise<void> {
  const { account, id: accountId, userId } = followed;
  const known = account.reductions?.find((reason) => reason.because === because);
  if (isOver ? !known : about === undefined || known?.about === about) return;
  if (!isOver) log.error(because, { accountId, ...facts });
  followed.account = await storage.transact(async (tables) => {
    const locked = await tables.accounts.lock(accountId);
    if (!locked) throw new Error(`account ${accountId} is gone`);
    const at = clock.now();
    await (isOver
      ? endReduction(tables, locked, { because, at })
      : reduceAccount(tables, locked, { because, at, about: about! }));
    return (await tables.accounts.byId(accountId)) ?? locked;
  });
  announcer.announce({ accountId, userId, topic: "settings" });
}
