import type { BarsClosed, Strategies, StrategyAnswer } from "../ports/strategies.ts";
import { liveAsker } from "../research/own-strategy/live-asker.ts";
import { StrategyFault } from "../research/own-strategy/strategy-fault.ts";
import type { Strategy } from "../research/own-strategy/strategy-interface.ts";

/** Strategies that are asked in this very process, and what they were asked. */
export interface InProcessStrategies extends Strategies {
  readonly asked: BarsClosed[];
  /** Its process is ended, as by a signal, when it is asked next. */
  isKilled: boolean;
  /** How often one was begun. */
  begun: number;
}

/** Whatever is installed is this strategy. */
export function inProcessStrategies(strategy: Strategy): InProcessStrategies {
  const self: InProcessStrategies = {
    asked: [],
    begun: 0,
    isKilled: false,
    begin({ name, parameters }, tickers) {
      self.begun += 1;
      const ask = liveAsker({ strategy, parameters, tickers, asked: { at: 0, symbols: [] } });
      return {
        async ask(closed): Promise<StrategyAnswer> {
          if (self.isKilled) return { kind: "lost", says: `${name}: its process was ended.` };
          self.asked.push(closed);
          try {
            return { kind: "targets", targets: ask(closed) };
          } catch (error) {
            if (!(error instanceof StrategyFault)) throw error;
            return { kind: "fault", says: `${name}: ${error.message}` };
          }
        },
        end: () => undefined,
      };
    },
  };
  return self;
}
