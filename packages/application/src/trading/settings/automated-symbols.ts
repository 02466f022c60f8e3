import type { Ticker } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { User } from "../../ports/stores/user-store.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { ChangedMeanwhile } from "../prices/changed-meanwhile.ts";

/** How many symbols the agent may enter on the Basic plan; the others set no number. */
export const BASIC_SYMBOLS_MAX = 25;

export interface AutomatedSymbols {
  readonly max: number | undefined;
  readonly tickers: readonly Ticker[];
}

export type ChoiceRefusal =
  | { readonly kind: "too-many-symbols"; readonly max: number }
  | { readonly kind: "not-watched"; readonly ticker: string };
export type ChoosingRefusal = ChoiceRefusal | ChangedMeanwhile<readonly Ticker[]>;

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "storage">;

export const symbolsMaxOf = ({ plan }: Pick<User, "plan">): number | undefined =>
  plan === "basic" ? BASIC_SYMBOLS_MAX : undefined;

/** Which watched symbols the agent may enter: those chosen, else the first by when they were added. */
export function automatedOf(
  user: Pick<User, "plan">,
  watched: readonly Ticker[],
  chosen: readonly Ticker[],
): readonly Ticker[] {
  const max = symbolsMaxOf(user);
  const wanted = chosen.length === 0 ? watched : watched.filter((each) => chosen.includes(each));
  return max === undefined ? wanted : wanted.slice(0, max);
}

export const readAutomatedSymbols =
  ({ storage }: Pick<Needs, "storage">) =>
  async (user: User): Promise<AutomatedSymbols> => {
    const { watchlist } = storage.read;
    const [watched, chosen] = [await watchlist.of(user.id), await watchlist.chosen(user.id)];
    return { max: symbolsMaxOf(user), tickers: automatedOf(user, watched, chosen) };
  };

/** Chooses among the watched symbols; none chosen means the first ones again. */
export const chooseAutomatedSymbols =
  (needs: Needs) =>
  async (
    user: User,
    tickers: readonly string[],
    /** Which they were when this was decided; undefined: whichever they are. */
    seen?: readonly string[],
  ): Promise<Result<AutomatedSymbols, ChoosingRefusal>> => {
    const { announcer, clock, storage } = needs;
    const max = symbolsMaxOf(user);
    if (max !== undefined && max < tickers.length)
      return refused({ kind: "too-many-symbols", max });
    const refusal = await storage.transact(async (tables): Promise<ChoosingRefusal | undefined> => {
      // One choice of a user at a time.
      await tables.users.change(user.id, (row) => row);
      const watched = await tables.watchlist.of(user.id);
      const stranger = tickers.find((ticker) => !watched.some((each) => each === ticker));
      if (stranger !== undefined) return { kind: "not-watched", ticker: stranger };
      const stored = automatedOf(user, watched, await tables.watchlist.chosen(user.id));
      const wanted = automatedOf(user, watched, tickers as readonly Ticker[]);
      if (seen !== undefined && !areSame(stored, seen) && !areSame(stored, wanted))
        return { kind: "changed-meanwhile", stored };
      await tables.watchlist.choose(user.id, tickers as readonly Ticker[]);
      await tables.audit.add({ at: clock.now(), userId: user.id, action: "settings-changed" });
      return undefined;
    });
    if (refusal) return refused(refusal);
    for (const { id } of await storage.read.accounts.ofUser(user.id))
      announcer.announce({ accountId: id, userId: user.id, topic: "watchlist" });
    return ok(await readAutomatedSymbols(needs)(user));
  };

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));
