import type { Ticker } from "@sevenfold/domain/market";
import type { Quantity } from "@sevenfold/domain/money";

import type { Account, ReductionReason } from "../../ports/stores/account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";

/** What asking a broker takes. */
export interface AskingNeeds extends Pick<TradingNeeds, "clock"> {
  readonly brokers: Pick<TradingNeeds["brokers"], "connect">;
}

/** The broker's shares of each symbol; undefined where it does not say. */
export type SharesThere = (accountId: string) => Promise<ReadonlyMap<Ticker, Quantity> | undefined>;

/** Whether books and broker are known to differ: what is sold then is asked of the broker first. */
export const areHoldingsDoubted = (account: Pick<Account, "reductions"> | undefined): boolean =>
  isReducedFor(account, "holdings-differ");

/** Whether nobody knows if they differ: the broker is asked first, and holds up no sale. */
export const areHoldingsUntold = (account: Pick<Account, "reductions"> | undefined): boolean =>
  isReducedFor(account, "broker-unread");

const isReducedFor = (
  account: Pick<Account, "reductions"> | undefined,
  reason: ReductionReason,
): boolean => account?.reductions?.some(({ because }) => because === reason) === true;

/** So long an answer serves every holding of a sale. */
const ANSWER_MS = 2_000;
/** A broker that is slow to answer holds up no sale. */
const WAIT_MAX_MS = 3_000;
/** One that fails is asked again within that time. */
const AGAIN_MS = 500;

/** Asks the broker what it holds, once for all that ask at about the same time. */
export function openSharesThere({ brokers, clock }: AskingNeeds): SharesThere {
  let answeredMs = Number.NEGATIVE_INFINITY;
  let answer: ReturnType<SharesThere> | undefined;
  const ask = async (accountId: string) => {
    const broker = await brokers.connect(accountId);
    const positions = await broker.positions();
    return new Map(positions.map(({ quantity, ticker }) => [ticker, quantity]));
  };
  const askUntil = async (accountId: string, isOver: AbortSignal) => {
    while (!isOver.aborted) {
      const told = await ask(accountId).catch(() => undefined);
      if (told) return told;
      await clock.sleep(AGAIN_MS, isOver);
    }
    return undefined;
  };
  return (accountId) => {
    if (answer && clock.monotonicMs() - answeredMs < ANSWER_MS) return answer;
    answeredMs = Number.POSITIVE_INFINITY;
    const isOver = new AbortController();
    answer = Promise.race([
      askUntil(accountId, isOver.signal),
      clock.sleep(WAIT_MAX_MS, isOver.signal).then(() => undefined),
    ]).finally(() => {
      answeredMs = clock.monotonicMs();
      isOver.abort();
    });
    return answer;
  };
}
