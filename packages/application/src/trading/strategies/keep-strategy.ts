import type { Intent } from "@sevenfold/domain/decide";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { OwnTrading } from "../account/own-trading.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import type { ClosedMinute } from "../prices/minute-bars.ts";
import { openMinuteBars } from "../prices/minute-bars.ts";
import { beginAnew } from "./begin-anew.ts";
import { closedBarsOf } from "./closed-bars.ts";
import { stepTowardWishes } from "./step-toward-wishes.ts";
import { stopStrategy } from "./stop-strategy.ts";
import { takeTargets } from "./take-targets.ts";

/**
 * Asks the account's own strategy, if it has one, about every minute of its symbols, and decides by what
 * it wants. Answers, at each beat, the asking that is due: none while the strategy still thinks, which is
 * why nobody waits for it.
 */
export function keepStrategy(
  needs: TradingNeeds,
  followed: FollowedAccount,
  act: (intents: readonly Intent[]) => void,
): () => Promise<void> | undefined {
  const { signal } = followed.ending;
  let isThinking = false;
  const ask = async (minutes: readonly ClosedMinute[]) => {
    for (const minute of minutes) {
      if (signal.aborted) return;
      if ((await askAbout(needs, followed, minute, act)) === "is-past") return;
    }
  };
  signal.addEventListener("abort", () => followed.own?.running?.end(), { once: true });
  return () => {
    if (isThinking) return undefined;
    adoptStrategy(needs, followed);
    const minutes = followed.own?.minutes.closed(needs.clock.now()) ?? [];
    if (minutes.length === 0) return undefined;
    isThinking = true;
    return ask(minutes).finally(() => {
      isThinking = false;
    });
  };
}

/** Makes what trades the account the strategy that its row names now. */
export function adoptStrategy(
  { clock }: Pick<TradingNeeds, "clock">,
  followed: FollowedAccount,
): void {
  const { account, own } = followed;
  const wanted = account.own;
  const isSame =
    wanted?.sha256 === own?.installed.sha256 && wanted?.installedAt === own?.installed.installedAt;
  if (isSame) {
    if (own) noteStanding(followed, own);
    return;
  }
  own?.running?.end();
  if (wanted === undefined) {
    delete followed.own;
    return;
  }
  followed.own = {
    installed: wanted,
    minutes: openMinuteBars(clock.now()),
    wishes: new Map(),
    running: undefined,
    tickers: new Set(),
    lostMs: [],
    state: isHeldBack(followed) ? "stopped" : "going",
  };
}

/** Whether the row says that the strategy was stopped, and nobody has let it go on since. */
const isHeldBack = ({ account }: FollowedAccount): boolean =>
  account.reductions?.some(({ because }) => because === "strategy-stopped") === true;

function noteStanding(followed: FollowedAccount, own: OwnTrading): void {
  if (isHeldBack(followed)) own.state = "stopped";
  else if (own.state === "stopped") {
    own.state = "going";
    own.lostMs = [];
  }
}

async function askAbout(
  needs: TradingNeeds,
  followed: FollowedAccount,
  minute: ClosedMinute,
  act: (intents: readonly Intent[]) => void,
): Promise<"is-past" | undefined> {
  const { own } = followed;
  if (own?.state !== "going") return undefined;
  const running = runningFor(needs, followed, own);
  if (typeof running === "string") {
    await stopStrategy(needs, followed, running);
    return undefined;
  }
  const { tickers } = own;
  const { pauses } = followed.pulse;
  const answer = await running.ask(closedBarsOf(followed, own, minute));
  // Another may have been installed while this one thought, or the account may have ended.
  if (followed.ending.signal.aborted || followed.own !== own) return undefined;
  if (answer.kind !== "targets") {
    const end = answer.kind === "lost" ? beginAnew : stopStrategy;
    await end(needs, followed, answer.says);
    return "is-past";
  }
  // It was asked about shares that are others by now, as are those of the minutes that wait.
  if (own.tickers !== tickers) return "is-past";
  // The process stood still while it thought: what it wants was wanted then.
  followed.pulse.beat(needs.clock.monotonicMs());
  if (followed.pulse.pauses !== pauses) return "is-past";
  takeTargets(followed, own, answer.targets);
  act(stepTowardWishes(needs, followed, own, minute));
  return undefined;
}

/** The strategy, begun for all symbols there are by now; or why it cannot be, in a sentence. */
function runningFor(
  { strategies }: Pick<TradingNeeds, "strategies">,
  followed: FollowedAccount,
  own: OwnTrading,
) {
  const { installed } = own;
  if (strategies === undefined) return "This worker runs no strategies of its owner's.";
  if (followed.account.venue === "live" && installed.liveSha256 !== installed.sha256)
    return `${installed.name} is not allowed to trade real money: install it with --live and its hash.`;
  const { book, watched } = followed;
  const held = book.tickers.filter((_, slot) => 0 < book.held[slot]!);
  const wanted = [...new Set([...watched, ...held])];
  if (own.running !== undefined && wanted.every((ticker) => own.tickers.has(ticker)))
    return own.running;
  own.running?.end();
  own.tickers = new Set(wanted.sort());
  own.running = strategies.begin(installed, [...own.tickers]);
  return own.running;
}
