import type { PriceBatch } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import { type TellLoop, tellLoopOf } from "./ask-loop.ts";
import type { OrderDesk } from "./order-desk.ts";
import type { Asked } from "./own-run.ts";
import type { Bar, EventHandlers } from "./strategy-interface.ts";
import { firstReached, isReached, wake } from "./wake-bounds.ts";

/** Tells a strategy the bars that it wants to hear of. */
export interface BarTeller {
  /** Those that closed at an instant; slots come by symbol. */
  closed(batch: PriceBatch, inOrder: readonly number[]): void;
  /**
   * The closes from one bar to before another ahead of the books, where bar i of every symbol closes
   * at one instant. Stops after a close at which the books were asked for (`desk.ahead`).
   */
  ahead(from: number, to: number, inOrder: readonly number[]): void;
}

interface BarHandlers {
  readonly onBar: EventHandlers["onBar"] | undefined;
  readonly onBars: EventHandlers["onBars"] | undefined;
}

export function barTeller(
  desk: OrderDesk,
  asked: Asked,
  views: readonly Bar[],
  { onBar, onBars }: BarHandlers,
): BarTeller {
  const { run, when, bounds, stirred } = desk;
  const { columns, bars } = run;
  const count = views.length;
  const named = views.map(({ symbol }) => [symbol]);
  const together = listsOf(views);
  const loop = count === 1 && onBars === undefined ? tellLoopOf(onBar) : undefined;
  return {
    closed(batch, inOrder) {
      asked.at = batch.at;
      const closes = (slot: number) => columns[slot]!.closesAt[bars[slot]!] === batch.at;
      tell(batch.count === count ? inOrder : inOrder.filter(closes));
    },
    ahead(from, to, inOrder) {
      if (onBar === undefined && onBars === undefined) return;
      const { closesAt } = columns[0]!;
      for (let bar = from; bar < to; bar += 1) {
        if (bounds.sleeping === count) {
          bar = firstReached(bounds, columns, bar, to);
          if (bar === to) return;
        }
        if (loop !== undefined && bounds.sleeping === 0) bar = tellOne(loop, bar, to);
        else {
          if (count === 1) bars[0] = bar;
          else bars.fill(bar);
          when.at = closesAt[bar] as Instant;
          asked.at = when.at;
          tell(inOrder);
        }
        if (desk.ahead === undefined) return;
      }
    },
  };

  /** Answers the last bar that it told. */
  function tellOne(tellFrom: TellLoop, from: number, to: number): number {
    asked.symbols = named[0]!;
    stirred[0] = 0;
    const { closesAt } = columns[0]!;
    const clock = () => closesAt[bars[0]!] as Instant;
    when.clock = clock;
    asked.clock = clock;
    const told = tellFrom(views[0]!, from, to, stirred) - 1;
    when.at = clock();
    when.clock = undefined;
    asked.clock = undefined;
    return told;
  }

  /** Which bars are heard is settled before the first handler: it may say what to wait for next. */
  function tell(closing: readonly number[]): void {
    const heard = bounds.sleeping === 0 ? closing : closing.filter(hears);
    if (heard.length === 0) return;
    if (onBar !== undefined)
      for (let place = 0; place < heard.length; place += 1) {
        const slot = heard[place]!;
        asked.symbols = named[slot]!;
        onBar(views[slot]!);
      }
    if (onBars === undefined) return;
    const { list, symbols } = together(closing);
    asked.symbols = symbols;
    onBars(list);
  }

  /** The close that a symbol waited for ends its waiting. */
  function hears(slot: number): boolean {
    const bar = bars[slot]!;
    if (!isReached(bounds, slot, columns[slot]!.close[bar]!, bar)) return false;
    wake(bounds, slot);
    return true;
  }
}

interface Together {
  readonly list: readonly Bar[];
  readonly symbols: readonly string[];
}

/** The views of slots; of all, the same list each time. */
function listsOf(views: readonly Bar[]): (slots: readonly number[]) => Together {
  let all: Together | undefined;
  const listed = (slots: readonly number[]): Together => {
    const list = Object.freeze(slots.map((slot) => views[slot]!));
    return { list, symbols: list.map(({ symbol }) => symbol) };
  };
  return (slots) => {
    if (slots.length !== views.length) return listed(slots);
    all ??= listed(slots);
    return all;
  };
}
