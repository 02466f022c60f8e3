import type { Clock } from "../ports/clock.ts";
import type { FanEars, FanWish, FanWord, PriceFan } from "../ports/price-fan.ts";

/** What becomes of words on their way. */
export interface FanWeather {
  isUp: boolean;
  /** How long each is on its way. */
  delayMs: number;
  /** How often each arrives. */
  copies: number;
}

/** Processes that hear one another, through weather that a test changes as it goes. */
export function inMemoryPriceFan(clock: Pick<Clock, "sleep">) {
  const weather: FanWeather = { isUp: true, delayMs: 5, copies: 1 };
  const ears = new Set<{ readonly feed: string; readonly ears: FanEars }>();
  const carry = async (feed: string, deliver: (to: FanEars) => void) => {
    if (!weather.isUp) return;
    const { copies, delayMs } = weather;
    await clock.sleep(delayMs);
    for (let copy = 0; copy < copies; copy += 1)
      for (const each of [...ears]) if (each.feed === feed) deliver(each.ears);
  };
  const fan: PriceFan = {
    isUp: () => weather.isUp,
    tell: (feed, word: FanWord) => void carry(feed, (to) => to.word(word)),
    wish: (feed, wish: FanWish) => void carry(feed, (to) => to.wish(wish)),
    listen(feed, told) {
      const each = { feed, ears: told };
      ears.add(each);
      return () => void ears.delete(each);
    },
  };
  return { fan, weather };
}
