import type { ServerResponse } from "node:http";
import type { Announcement } from "@sevenfold/application/ports/announcer";
import { isOver, type User } from "@sevenfold/application/ports/stores/user-store";
import type { Ticker } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";

import type { HttpNeeds, HttpOptions } from "../http-needs.ts";
import { RequestRefused } from "../refusals.ts";
import { lifeOf } from "../sign-in/sign-in-cookie.ts";
import { contentOf, useNotes } from "../sign-in/sign-in-life.ts";
import { liveTimesOf } from "./live-defaults.ts";
import { eventText, type LiveReader, liveReader } from "./live-reader.ts";
import { PATHS_OF, PRICED_PATHS, type ReadPushed } from "./pushed-views.ts";
import { openSentViews } from "./sent-views.ts";
import { openUserFeed, type UserFeed } from "./user-feed.ts";

/** Topics that change nothing of which symbols a user's windows show. */
const SYMBOLS_STAY: ReadonlySet<Announcement["topic"]> = new Set([
  "settings",
  "settings-saved",
  "worker",
]);

/** Every open stream of this process. */
export interface LiveStreams {
  /** @throws RequestRefused when too many are open. */
  admit(user: User, sidHash: string): void;
  /** Sends the user's news to this response until either side ends it. */
  open(user: User, sidHash: string, response: ServerResponse): void;
  /** Tells the windows of a sign-in that it is over. */
  endSignIn(sidHash: string): void;
  /** Lets the windows of a sign-in come anew: it goes on under another id. */
  reconnect(sidHash: string): void;
  close(): void;
}

type Needs = Pick<
  HttpNeeds,
  "announcer" | "clock" | "log" | "prices" | "realMarket" | "signIns" | "storage"
>;

export function openLiveStreams(
  needs: Needs,
  options: Pick<HttpOptions, "liveTimes" | "signInLife">,
  readPushed: ReadPushed,
): LiveStreams {
  const { announcer, clock, log, signIns, storage } = needs;
  const times = liveTimesOf(options);
  const noteUse = useNotes(signIns, lifeOf(options));
  const feeds = new Map<string, UserFeed>();
  const openSent = openSentViews(times.rememberedBytesMax);
  const boards = [needs.prices, ...(needs.realMarket ? [needs.realMarket.prices] : [])].map(
    (prices) => ({ prices, changed: new Map<Ticker, readonly [number, number]>() }),
  );

  const allReaders = () => [...feeds.values()].flatMap(({ readers }) => [...readers]);

  const heartbeatNow = () => eventText({ type: "heartbeat", at: clock.now() });

  const quietly = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => log.warn("live-stream-failed", { error: String(error) }));

  const leave = (feed: UserFeed, reader: LiveReader) => {
    feed.readers.delete(reader);
    if (0 < feed.readers.size) return;
    feed.stop();
    feeds.delete(feed.user.id);
  };

  const tellPrices = () => {
    for (const board of boards) {
      if (board.changed.size === 0) continue;
      const sent = board.changed;
      board.changed = new Map();
      for (const feed of feeds.values()) feed.tellPrices(sent, board.prices);
    }
  };

  const recheckReader = async (user: User, reader: LiveReader) => {
    const at = clock.now();
    const signIn = await signIns.get(reader.sidHash, at);
    const known = signIn && (await storage.read.users.byId(user.id));
    if (!known || isOver(known, at)) return reader.signOut();
    const content = contentOf(signIn);
    // Who watches is not idle.
    if (content) await noteUse({ sidHash: reader.sidHash, content, at });
  };
  const recheck = async (wanted: Iterable<UserFeed>) => {
    for (const { user, readers } of [...wanted])
      for (const reader of [...readers]) await recheckReader(user, reader);
  };

  const hear = ({ userId, topic }: Announcement) => {
    const feed = feeds.get(userId);
    if (!feed) return;
    if (topic === "sign-ins") return quietly(recheck([feed]));
    feed.refresh(PATHS_OF[topic]);
    if (!SYMBOLS_STAY.has(topic)) quietly(feed.watchAnew());
  };
  const missed = () => {
    quietly(recheck(feeds.values()));
    for (const userId of feeds.keys()) hear({ accountId: "", userId, topic: "accounts-changed" });
  };
  const unlisten = announcer.listen(hear, missed);
  const unhear = boards.map((board) =>
    board.prices.listen((prints) => {
      if (feeds.size === 0) return;
      for (const { ticker, price, at } of prints) board.changed.set(ticker, [dollarsOf(price), at]);
    }),
  );
  const timers = [
    setInterval(tellPrices, times.pricesEveryMs),
    setInterval(() => {
      for (const feed of feeds.values()) feed.refresh(PRICED_PATHS);
    }, times.viewsEveryMs),
    setInterval(() => {
      const heartbeat = heartbeatNow();
      for (const reader of allReaders()) reader.send(heartbeat);
    }, times.heartbeatEveryMs),
    setInterval(() => quietly(recheck(feeds.values())), times.recheckEveryMs),
  ];

  return {
    admit({ id }, sidHash) {
      const readers = [...(feeds.get(id)?.readers ?? [])];
      const ofSignIn = readers.filter((reader) => reader.sidHash === sidHash).length;
      const limits = [
        [ofSignIn, times.perSignInMax],
        [readers.length, times.perUserMax],
        [allReaders().length, times.totalMax],
      ] as const;
      for (const [count, max] of limits)
        if (max <= count) throw new RequestRefused({ kind: "too-many-streams", max });
    },
    open(user, sidHash, response) {
      const feed =
        feeds.get(user.id) ?? openUserFeed(needs, user, { readPushed, sent: openSent() }, times);
      feeds.set(user.id, feed);
      const reader = liveReader(response, { sidHash, unsentBytesMax: times.unsentBytesMax });
      feed.readers.add(reader);
      response.on("close", () => leave(feed, reader));
      // At once, so that the browser knows that it is heard before anything was read.
      reader.send(heartbeatNow());
      quietly(feed.greet(reader));
    },
    endSignIn(sidHash) {
      for (const reader of allReaders()) if (reader.sidHash === sidHash) reader.signOut();
    },
    reconnect(sidHash) {
      for (const reader of allReaders()) if (reader.sidHash === sidHash) reader.end();
    },
    close() {
      timers.forEach(clearInterval);
      unlisten();
      for (const end of unhear) end();
      for (const reader of allReaders()) reader.end();
    },
  };
}
