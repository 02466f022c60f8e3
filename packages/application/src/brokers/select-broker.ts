import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Account } from "../ports/stores/account.ts";
import type { Ports } from "../ports.ts";
import { auditText } from "../trading/account/audit-text.ts";
import {
  type BrokerNotFound,
  type BrokerOfUser,
  fromAddress,
  lockOwned,
} from "../trading/account/owned-account.ts";
import { stopAutomation } from "../trading/safeguards/stop-automation.ts";

type Needs = Pick<Ports, "announcer" | "clock" | "storage">;

/**
 * Makes it the account whose numbers and switches the user sees. Automation goes off at both, so
 * that nothing trades which is out of sight. The one that is selected already stays as it is.
 */
export const selectBroker =
  ({ announcer, clock, storage }: Needs) =>
  async (wanted: BrokerOfUser): Promise<Result<Account, BrokerNotFound>> => {
    const { accountId, userId } = wanted;
    const at = clock.now();
    const selected = await storage.transact(async (tables) => {
      // The user's row first, as wherever accounts of a user change places.
      await tables.users.change(userId, (row) => row);
      const before = await tables.accounts.selectedOf(userId);
      const account = await lockOwned(tables, wanted);
      if (!account) return undefined;
      if (account.isSelected) return { account, touched: [] };
      const touched = before ? [before.id, accountId] : [accountId];
      for (const id of touched) await stopAutomation(tables, id, { by: userId, at });
      await tables.audit.add({
        at,
        userId,
        action: "broker-selected",
        ...fromAddress(wanted),
        text: auditText(account),
      });
      const select = (row: Account): Account => ({ ...row, isSelected: true });
      return { account: await tables.accounts.change(accountId, select), touched };
    });
    if (!selected) return refused({ kind: "broker-not-found" });
    for (const id of selected.touched) {
      announcer.announce({ accountId: id, userId, topic: "settings" });
      announcer.announce({ accountId: id, userId, topic: "accounts-changed" });
    }
    return ok(selected.account);
  };
