import type { RowVersion } from "../../ports/stores/account-store.ts";
import type { TradingNeeds } from "./trading-needs.ts";

export interface RowVersions {
  /**
   * The version of the account's rows as they are now, undefined where it is gone: asked with those of
   * other accounts that come within a tenth of a second.
   */
  of(accountId: string): Promise<RowVersion | undefined>;
}

/** How long the first waits for others to ask with. */
const GATHERED_MS = 100;
/** Of one statement; more of them are asked one after the other. */
const ASKED_AT_ONCE_MAX = 200;

type Needs = Pick<TradingNeeds, "clock" | "storage">;

/** The accounts of a worker ask for their versions together: one statement tells that nothing changed. */
export function openRowVersions({ clock, storage }: Needs): RowVersions {
  let gathered: { readonly ids: string[]; readonly answer: Promise<Versions> } | undefined;
  const asked = async (ids: readonly string[]): Promise<Versions> => {
    await clock.sleep(GATHERED_MS);
    gathered = undefined;
    const found = new Map<string, RowVersion>();
    for (let from = 0; from < ids.length; from += ASKED_AT_ONCE_MAX) {
      const some = ids.slice(from, from + ASKED_AT_ONCE_MAX);
      for (const [id, version] of await storage.read.accounts.versionsOf(some))
        found.set(id, version);
    }
    return found;
  };
  return {
    async of(accountId) {
      if (!gathered) {
        const ids: string[] = [];
        gathered = { ids, answer: asked(ids) };
      }
      gathered.ids.push(accountId);
      return (await gathered.answer).get(accountId);
    },
  };
}

type Versions = ReadonlyMap<string, RowVersion>;
