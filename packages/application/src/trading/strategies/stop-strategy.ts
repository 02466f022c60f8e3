import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { writeAsWorker } from "../account/write-as-worker.ts";
import { reduceAccount } from "../safeguards/reduce-account.ts";

/** Characters of what went wrong that are kept. */
const ABOUT_MAX = 300;

/**
 * Ends the account's strategy and lets it only get smaller from now on, with a sentence on its page.
 * The built-in rule does not take its place.
 */
export async function stopStrategy(
  needs: Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage">,
  followed: FollowedAccount,
  says: string,
): Promise<void> {
  const { own } = followed;
  if (own === undefined) return;
  own.running?.end();
  own.running = undefined;
  own.wishes.clear();
  own.state = "stopping";
  const about = [...says].slice(0, ABOUT_MAX).join("");
  needs.log.warn("strategy-stopped", { accountId: followed.id, name: own.installed.name, about });
  const because = "strategy-stopped" as const;
  await writeAsWorker(needs, followed, async (tables) => {
    const account = await tables.accounts.lock(followed.id);
    if (account) await reduceAccount(tables, account, { because, about, at: needs.clock.now() });
  });
  const { id: accountId, userId } = followed;
  needs.announcer.announce({ accountId, userId, topic: "accounts-changed" });
}
