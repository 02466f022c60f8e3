import { oneLine } from "@sevenfold/application/ports/one-line";
import type { Account } from "@sevenfold/application/ports/stores/account";
import type { Readers } from "@sevenfold/application/ports/stores/readers";
import { type Finding, failed } from "./finding.ts";
import { nameOf } from "./look-at-brokers.ts";

const USERNAME_MAX = 40;

/**
 * Accounts here that are one account at the broker, of each such a finding; none where there are none.
 * Nobody connects one twice any more: they are of a version before, or of rows changed by hand.
 */
export async function lookAtSharedAccounts({
  accounts,
  users,
}: Pick<Readers, "accounts" | "users">): Promise<readonly Omit<Finding, "check">[]> {
  const named = async (account: Account): Promise<string> => {
    const { username } = (await users.byId(account.userId)) ?? { username: account.userId };
    return `${nameOf(account)} of ${oneLine(username, USERNAME_MAX)}`;
  };
  const found: Omit<Finding, "check">[] = [];
  for (const shared of sharedIn(await accounts.all())) {
    const names = await Promise.all(shared.map(named));
    found.push(
      failed(
        `${names.join(" and ")} are one account at the broker, which each trades as its own`,
        "keep the oldest, which comes first here: pause the others under Broker Accounts, take " +
          "back what they have open, and remove them",
      ),
    );
  }
  return found;
}

/** Those that were let in under the same number at the same venue, oldest first. */
function sharedIn(accounts: readonly Account[]): readonly (readonly Account[])[] {
  const byNumber = new Map<string, Account[]>();
  for (const account of accounts) {
    const { lastValidatedAt, provider, venue, venueAccountNumber } = account;
    if (lastValidatedAt === undefined || venueAccountNumber === undefined) continue;
    const key = JSON.stringify([provider, venue, venueAccountNumber]);
    byNumber.set(key, [...(byNumber.get(key) ?? []), account]);
  }
  return [...byNumber.values()].filter(({ length }) => 1 < length);
}
