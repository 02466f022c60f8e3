import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Clock } from "../../ports/clock.ts";
import type { InstalledStrategy } from "../../ports/stores/account.ts";
import type { Storage } from "../../ports/stores/storage.ts";

interface Needs {
  readonly clock: Clock;
  readonly storage: Storage;
}

/** Why a strategy of the owner's may not trade an account. */
export type InstallRefusal =
  | "account-not-found"
  /** Visitors of the demo have accounts for a day. */
  | "demo-account"
  /** Real money is traded by a file whose hash is named. */
  | "live-not-named";

export interface StrategyToInstall
  extends Pick<InstalledStrategy, "name" | "sha256" | "parameters"> {
  /** The hash that may trade real money, as the owner wrote it. */
  readonly liveSha256?: string;
}

/**
 * Lets a strategy of the installation's owner trade an account in the built-in rule's place. What had
 * stopped the one before holds it back no more.
 */
export const installStrategy =
  ({ clock, storage }: Needs) =>
  (
    accountId: string,
    strategy: StrategyToInstall,
  ): Promise<Result<InstalledStrategy, InstallRefusal>> =>
    storage.transact(async (tables) => {
      const account = await tables.accounts.lock(accountId);
      if (account === undefined || account.removedAt !== undefined)
        return refused("account-not-found");
      const user = await tables.users.byId(account.userId);
      if (user?.isDemo !== false) return refused("demo-account");
      if (account.venue === "live" && strategy.liveSha256 !== strategy.sha256)
        return refused("live-not-named");
      const at = clock.now();
      const { name, sha256, parameters, liveSha256 } = strategy;
      const live = liveSha256 === undefined ? {} : { liveSha256 };
      const own = { name, sha256, parameters, installedAt: at, ...live };
      await tables.accounts.change(accountId, ({ reductions, ...row }) => {
        const others = reductions?.filter(({ because }) => because !== "strategy-stopped") ?? [];
        return { ...row, own, ...(others.length === 0 ? {} : { reductions: others }) };
      });
      const text = `${account.label}: ${name}, ${sha256}`;
      await tables.audit.add({ at, userId: account.userId, action: "strategy-installed", text });
      return ok(own);
    });

/**
 * Takes an account out of its strategy's hands. Automation goes off with it: the built-in rule trades
 * only what its user lets it.
 */
export const removeStrategy =
  ({ clock, storage }: Needs) =>
  (accountId: string): Promise<Result<InstalledStrategy, "account-not-found" | "none-installed">> =>
    storage.transact(async (tables) => {
      const account = await tables.accounts.lock(accountId);
      if (account === undefined) return refused("account-not-found");
      const { own, userId } = account;
      if (own === undefined) return refused("none-installed");
      const at = clock.now();
      await tables.settings.change(accountId, userId, (settings) => ({
        ...settings,
        automationEnabled: false,
        updatedAt: at,
      }));
      await tables.accounts.change(accountId, ({ own: _, reductions, ...row }) => {
        const others = reductions?.filter(({ because }) => because !== "strategy-stopped") ?? [];
        return others.length === 0 ? row : { ...row, reductions: others };
      });
      const text = `${account.label}: ${own.name}, ${own.sha256}`;
      await tables.audit.add({ at, userId, action: "strategy-removed", text });
      return ok(own);
    });
