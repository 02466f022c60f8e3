import type { Ticker } from "@sevenfold/domain/market";
import type { MarketData, MarketNews } from "../../ports/market-data.ts";
import type { FanAnswer, FanLine, FanWord, PriceFan } from "../../ports/price-fan.ts";
import type { Ports } from "../../ports.ts";
import { openFanAge } from "./fan-age.ts";
import { openHaltsTold } from "./halts-told.ts";
import { piecesOf, wantedOf } from "./news-pieces.ts";
import { openNewsQueue } from "./news-queue.ts";
import { openWishes } from "./wishes.ts";

export interface SharedNeeds extends Pick<Ports, "clock" | "log" | "storage"> {
  readonly fan: PriceFan;
  /** This process's name among all that share the feed: a new one at every start. */
  readonly processId: string;
}

/** What a process does about a feed now. */
type Part =
  /** It reads the provider and tells the others. */
  | "reader"
  /** Another does. */
  | "follower"
  /** It reads for itself: nobody can be heard. */
  | "alone";

const LOOK_EVERY_MS = 1_000;
const SEAT_MS = 9_000;
const SEAT_EVERY_MS = 3_000;
/**
 * Whose line to the provider is broken for so long lets another read, and asks for the seat only after so
 * long again: it may be the way from here that is broken, or a plan of one line that another has.
 */
const BROKEN_MAX_MS = 15_000;
/** A reader says something each second: one that is silent for longer is not waited for. */
const SILENT_MAX_MS = 3_000;
/** What was told longer ago is the past. */
const AGE_MAX_MS = 2_000;
/** A process that stood still for longer tells nobody what waited for it. */
const STOOD_STILL_MS = 3_000;
/** What a follower watches is said in whole now and then, to a reader that began since. */
const LOOKS_PER_LIST = 5;
const ANSWERS_MAX = 1_000;

/**
 * A provider that several processes read as one: whoever has its seat reads, and tells the others by
 * the fan. While nothing comes by the fan each reads for itself, as if there were none. What is asked
 * for, latest prices and bars, each asks by itself.
 */
export function sharedMarketData(own: MarketData, needs: SharedNeeds): MarketData {
  const { clock, fan, log, processId, storage } = needs;
  const feed = own.provider.id;
  const watched = new Set<Ticker>();
  const wished = openWishes(clock);
  let preferred: readonly Ticker[] = [];
  /** Of this process: whoever goes on listening counts what it says, however often it begins to read. */
  let sequence = 0;
  let lines = 0;

  const prefer = () => own.prefer([...new Set([...preferred, ...wished.all()])]);

  async function* news(signal: AbortSignal): AsyncGenerator<MarketNews> {
    const queue = openNewsQueue();
    const age = openFanAge(processId);
    let part = "alone" as Part;
    let reading: AbortController | undefined;
    let line: FanLine | undefined;
    /** Since when our own line is broken, or since our part is another; undefined while it stands. */
    let brokenMs: number | undefined;
    let isOurWay = false;
    let wishedMs = Number.NEGATIVE_INFINITY;
    let answers: FanAnswer[] = [];
    const halts = openHaltsTold();
    let lookedMs = clock.monotonicMs();
    let seatAskedMs = Number.NEGATIVE_INFINITY;
    let heard:
      | { readonly reader: string; sequence: number; atMs: number; line?: FanLine; lines?: number }
      | undefined;

    const tell = (said?: MarketNews) => {
      // What waited while the process stood still is the past, and the seat may be another's.
      if (part !== "reader" || STOOD_STILL_MS < clock.monotonicMs() - lookedMs) return;
      sequence += 1;
      fan.tell(feed, {
        ...{ reader: processId, sequence, toldMs: clock.monotonicMs(), answers },
        ...(line && { line, lines }),
        ...(said && { news: said }),
      });
      answers = [];
    };
    const pass = (said: MarketNews) => {
      halts.note(said);
      queue.push(said);
    };
    const take = (said: MarketNews) => {
      if (said.kind === "connected" || said.kind === "disconnected") {
        line = said;
        lines += 1;
        brokenMs = said.kind === "connected" ? undefined : (brokenMs ?? clock.monotonicMs());
        isOurWay = said.kind === "disconnected" && mayBeOurWay(said);
      }
      const ours = wantedOf(said, watched);
      if (ours) pass(ours);
      for (const piece of piecesOf(said)) tell(piece);
    };
    const read = async (ending: AbortController) => {
      try {
        for await (const said of own.news(ending.signal)) {
          if (ending.signal.aborted) return;
          take(said);
        }
      } catch (error) {
        if (!ending.signal.aborted)
          take({ kind: "disconnected", message: error instanceof Error ? error.message : feed });
      } finally {
        if (reading === ending) reading = undefined;
      }
    };
    const hearWord = (word: FanWord) => {
      const nowMs = clock.monotonicMs();
      const isSilent = heard === undefined || SILENT_MAX_MS < nowMs - heard.atMs;
      if (word.reader === processId || (word.reader !== heard?.reader && !isSilent)) return;
      if (word.reader === heard?.reader && word.sequence <= heard.sequence) return;
      const agoMs = age.ageMs(word, nowMs);
      const isGap = word.reader === heard?.reader && heard.sequence + 1 < word.sequence;
      if (isGap) log.warn("prices-missed", { feed, words: word.sequence - heard!.sequence - 1 });
      const known = word.reader === heard?.reader ? heard : undefined;
      const before = known?.line;
      const isFresh = agoMs !== undefined && agoMs <= AGE_MAX_MS;
      // The next word says it again: what comes late is taken for the line of before.
      const after = isFresh ? (word.line ?? before) : before;
      const linesAfter = isFresh ? (word.lines ?? known?.lines) : known?.lines;
      heard = {
        ...{ reader: word.reader, sequence: word.sequence },
        // What comes late is no sign that the reader is well now.
        atMs: isFresh ? nowMs : (heard?.atMs ?? Number.NEGATIVE_INFINITY),
        ...(after && { line: after }),
        ...(linesAfter !== undefined && { lines: linesAfter }),
      };
      if (part !== "follower" || reading) return;
      const ours = word.news && wantedOf(word.news, watched);
      // Where every word of a break was lost, the next one still says that it is another line.
      const isOther = word.line?.kind !== before?.kind || linesAfter !== known?.lines;
      if (isFresh && word.line && isOther) pass(word.line);
      // What is halted or taken back is so however late it is heard.
      if (ours?.kind === "halts") halts.newIn(ours).forEach(pass);
      else if (ours?.kind === "taken-back") pass(ours);
      else if (isFresh && ours?.kind === "prices") pass({ ...ours, agoMs });
      else if (isFresh && ours?.kind === "limited") pass(ours);
    };
    const end = fan.listen(feed, {
      word: hearWord,
      wish({ askedMs, follower, preferred: theirs, tickers }) {
        if (part !== "reader" || follower === processId) return;
        wishedMs = clock.monotonicMs();
        if (answers.length < ANSWERS_MAX)
          answers.push({ follower, askedMs, heardMs: clock.monotonicMs() });
        if (tickers) {
          own.watch(tickers);
          for (const piece of halts.of(tickers)) tell(piece);
        }
        if (wished.note(follower, theirs)) prefer();
      },
    });

    const seat = { name: `feed/${feed}`, owner: processId };
    /** Where the database does not answer everybody keeps the part they have. */
    const partNow = async (): Promise<Part> => {
      if (!fan.isUp()) return "alone";
      const nowMs = clock.monotonicMs();
      if (part !== "alone" && nowMs - seatAskedMs < SEAT_EVERY_MS) return part;
      seatAskedMs = nowMs;
      const isBroken = brokenMs !== undefined && BROKEN_MAX_MS <= nowMs - brokenMs;
      const isFollowed = nowMs - wishedMs <= SILENT_MAX_MS;
      // Those that can be heard again may be let in where we are not.
      const givesWay = part === "alone" || (part === "follower" && !isBroken);
      if (brokenMs !== undefined && givesWay) return "follower";
      try {
        if (part === "reader" && isBroken && isOurWay && isFollowed) {
          await storage.transact(({ seats }) => seats.leave(seat));
          return "follower";
        }
        const isOurs = await storage.transact(({ seats }) =>
          seats.take({ ...seat, durationMs: SEAT_MS }),
        );
        return isOurs ? "reader" : "follower";
      } catch (error) {
        log.warn("feed-seat-unknown", { feed, error: String(error) });
        return part;
      }
    };
    const look = async (round: number) => {
      const next = await partNow();
      if (signal.aborted) return;
      if (next !== part) log.warn("price-feed-part", { feed, part: next, before: part });
      if (next !== part && brokenMs !== undefined) brokenMs = clock.monotonicMs();
      part = next;
      lookedMs = clock.monotonicMs();
      const isServed = heard !== undefined && lookedMs - heard.atMs <= SILENT_MAX_MS;
      if (part === "follower" && isServed) {
        if (reading) {
          reading.abort();
          reading = undefined;
          line = undefined;
          brokenMs = undefined;
          // From here on the reader's line is ours.
          pass(heard?.line ?? { kind: "connected" });
        }
      } else if (!reading) {
        reading = new AbortController();
        void read(reading);
      }
      if (part === "reader") tell();
      else if (part === "follower")
        fan.wish(feed, {
          ...{ follower: processId, askedMs: lookedMs },
          ...(round % LOOKS_PER_LIST === 0 ? { tickers: [...watched], preferred } : {}),
        });
    };
    const looking = (async () => {
      for (let round = 0; !signal.aborted; round += 1) {
        await look(round);
        await clock.sleep(LOOK_EVERY_MS, signal);
      }
    })();
    try {
      yield* queue.taken(signal);
    } finally {
      end();
      reading?.abort();
      await looking;
      if (part === "reader")
        await storage.transact(({ seats }) => seats.leave(seat)).catch(() => undefined);
    }
  }

  return {
    provider: own.provider,
    latest: (tickers) => own.latest(tickers),
    bars: (wanted) => own.bars(wanted),
    watch(tickers) {
      for (const ticker of tickers) watched.add(ticker);
      own.watch(tickers);
    },
    prefer(tickers) {
      preferred = tickers;
      prefer();
    },
    news,
  };
}

/** What the provider itself refuses it would refuse to another as well, and count the asking. */
const mayBeOurWay = ({ trouble }: Extract<MarketNews, { kind: "disconnected" }>): boolean =>
  trouble === undefined || trouble.reason === "network" || trouble.reason === "unreadable";
