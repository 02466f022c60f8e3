import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Account } from "../ports/stores/account.ts";
import type { Ports } from "../ports.ts";
import { auditText } from "../trading/account/audit-text.ts";
import {
  type BrokerNotFound,
  type BrokerOfUser,
  fromAddress,
  lockOwned,
  ownedAccount,
} from "../trading/account/owned-account.ts";
import { stopAutomation } from "../trading/safeguards/stop-automation.ts";
import { type KeysRefused, keysRefused } from "./examine-broker.ts";
import { ordersTakenBack } from "./orders-taken-back.ts";
import { validateAccount } from "./validate-account.ts";

type Needs = Pick<Ports, "announcer" | "brokers" | "clock" | "identifiers" | "log" | "storage">;

/**
 * Lets go of the account until it is resumed. Automation goes off first, and stays off: then what
 * the worker has at the broker is taken back, then the connection ends.
 */
export const pauseBroker =
  (needs: Needs) =>
  async (wanted: BrokerOfUser): Promise<Result<Account, BrokerNotFound>> => {
    const { announcer, brokers, clock, log, storage } = needs;
    const { accountId, userId } = wanted;
    const stopped = await storage.transact(async (tables) => {
      const account = await lockOwned(tables, wanted);
      if (account) await stopAutomation(tables, accountId, { by: userId, at: clock.now() });
      return account;
    });
    if (!stopped) return refused({ kind: "broker-not-found" });
    if (stopped.status === "disabled") return ok(stopped);
    const left = stopped.status === "active" ? await ordersTakenBack(needs, accountId) : 0;
    if (0 < left) log.warn("orders-left-at-broker", { accountId, orders: left });
    const paused = await storage.transact(async (tables) => {
      const account = await lockOwned(tables, wanted);
      if (!account) return undefined;
      const at = clock.now();
      // It may have been switched on again while its orders were taken back.
      await stopAutomation(tables, accountId, { by: userId, at });
      await tables.audit.add({
        at,
        userId,
        action: "broker-changed",
        ...fromAddress(wanted),
        text: `${auditText(account)}: paused${leftText(left)}`,
      });
      return tables.accounts.change(accountId, asPaused);
    });
    if (!paused) return refused({ kind: "broker-not-found" });
    brokers.release(accountId);
    announcer.announce({ accountId, userId, topic: "accounts-changed" });
    return ok(paused);
  };

const leftText = (orders: number): string =>
  orders === 0 ? "" : `, and ${orders} of its orders may still be open there`;

function asPaused(account: Account): Account {
  const { validateAt: _, failedValidations: __, ...kept } = account;
  return { ...kept, status: "disabled", statusReason: "paused" };
}

export type ResumeRefusal =
  | BrokerNotFound
  | KeysRefused
  | { readonly kind: "broker-needs-authorisation" };

/**
 * Asks the broker to let the account in again, with automation off. After a reset this is the user's
 * word that the books start again from what the broker shows.
 */
export const resumeBroker =
  (needs: Needs) =>
  async (wanted: BrokerOfUser): Promise<Result<Account, ResumeRefusal>> => {
    const { clock, storage } = needs;
    const account = await ownedAccount(storage.read, wanted);
    if (!account) return refused({ kind: "broker-not-found" });
    const { id, status, statusReason, validateAt } = account;
    if (status === "active") return ok(account);
    if (statusReason === "needs-authorisation")
      return refused({ kind: "broker-needs-authorisation" });
    const theirs = refused(keysRefused(needs.brokers, account));
    // Refused keys are tried by the clock alone: three times an hour at most, whoever asks.
    if (statusReason === "keys-refused" && clock.now() < (validateAt ?? 0)) return theirs;
    await storage.transact(({ audit }) =>
      audit.add({
        at: clock.now(),
        userId: wanted.userId,
        action: "broker-changed",
        ...fromAddress(wanted),
        text: `${auditText(account)}: resumed`,
      }),
    );
    const occasion = statusReason === "venue-reset" ? "asked-after-reset" : "asked";
    const validated = (await validateAccount(needs)(id, occasion)) ?? account;
    return validated.statusReason === "keys-refused" ? theirs : ok(validated);
  };
