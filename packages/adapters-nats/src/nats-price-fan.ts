import type { Log } from "@sevenfold/application/ports/log";
import type { FanWish, FanWord, PriceFan } from "@sevenfold/application/ports/price-fan";
import { FanWishSchema, FanWordSchema } from "./fan-wire.ts";
import type { NatsLink } from "./nats-link.ts";

export interface NatsPriceFanSettings {
  readonly link: NatsLink;
  /** What all subjects of this installation begin with: another one on the same servers has its own. */
  readonly prefix: string;
  readonly log: Log;
}

/** Prices told and heard by NATS, at most once and not kept: what nobody hears is gone. */
export function natsPriceFan({ link, log, prefix }: NatsPriceFanSettings): PriceFan {
  const wordsOf = (feed: string) => `${prefix}.prices.${subjectOf(feed)}.words`;
  const wishesOf = (feed: string) => `${prefix}.prices.${subjectOf(feed)}.wishes`;
  let complained = 0;
  const notUnderstood = (subject: string, why: string) => {
    // Of another version, or somebody else's: once is enough to be looked into.
    if (complained === 0) log.warn("nats-message-not-understood", { subject, why });
    complained += 1;
  };
  return {
    isUp: () => link.current() !== undefined,
    tell(feed, word) {
      link.publish(wordsOf(feed), JSON.stringify(word));
    },
    wish(feed, wish) {
      link.publish(wishesOf(feed), JSON.stringify(wish));
    },
    listen(feed, ears) {
      const ends = [
        link.subscribe(wordsOf(feed), (payload, subject) => {
          const word = FanWordSchema.safeParse(jsonIn(payload));
          if (word.success) ears.word(word.data as unknown as FanWord);
          else notUnderstood(subject, word.error.issues[0]?.message ?? "");
        }),
        link.subscribe(wishesOf(feed), (payload, subject) => {
          const wish = FanWishSchema.safeParse(jsonIn(payload));
          if (wish.success) ears.wish(wish.data as unknown as FanWish);
          else notUnderstood(subject, wish.error.issues[0]?.message ?? "");
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** A subject's part has no dots and no wildcards. */
const subjectOf = (feed: string): string => feed.replaceAll(/[^A-Za-z0-9_-]/g, "_");

function jsonIn(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString("utf8"));
  } catch {
    return undefined;
  }
}
