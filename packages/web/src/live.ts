import type { BrokerView } from "@sevenfold/contract/brokers";
import { ALL_CALLS, CALLS } from "@sevenfold/contract/calls";
import type { LiveEvent } from "@sevenfold/contract/live";
import type { TradeView } from "@sevenfold/contract/orders";
import type { AccountView } from "@sevenfold/contract/portfolio";
import { mutate } from "swr";
import { heardAccount, heardNoAccount, onAccountTurn } from "./api/account-in-use.ts";
import { isFromGateway } from "./api/gateway.ts";
import { markPushed, nothingPushed } from "./live/connection.ts";
import {
  copyAfter,
  distrustCopies,
  distrustCopy,
  forgetCopies,
  type ViewEvent,
} from "./live/copies.ts";
import { received } from "./live/freshness.ts";
import { isCut, lineNow, noteAnswer, noteStream, onLine } from "./live/line.ts";
import { forgetPrices, forgetTicks, takePrices } from "./live/price-store.ts";
import { learnFrom } from "./live/read-prices.ts";
import { noteServerTime } from "./live/server-clock.ts";
import { LIVE_PATIENCE, type LivePatience, openWatch } from "./live/silence.ts";
import {
  areOfAnotherAccount,
  forgetToldAccount,
  isAccountOfBefore,
  isOfAnotherAccount,
  noteAccountChanged,
  noteToldAccount,
} from "./live/told-account.ts";

const HEALTH_ADDRESS = "/healthz";
/** Too large to be pushed with every price. */
const MOVED_BY_FILLS = ALL_CALLS.filter(({ fresh }) => fresh?.afterFills === true);

/**
 * Puts every view the server pushes straight into the cache; nothing of it is fetched again. The
 * server speaks every two seconds, so a silence is soon known: then what it told last counts no more,
 * everything is asked for again, and the stream is opened anew.
 */
export function followLive(patience: LivePatience = LIVE_PATIENCE): () => void {
  let stream: EventSource | undefined;
  let missedSome = false;
  let attempts = 0;
  let openedAt = 0;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const hearOfFills = onNewTrade(() => {
    for (const { path } of MOVED_BY_FILLS) void mutate(path);
  });
  const watch = openWatch(patience, {
    onDoubt: () => void askAround(patience.answerMs),
    onWaking: () => noteStream("catching-up"),
    onSilence: () => restart(),
  });

  /** What was told before holds no longer, and everything is to be read once somebody answers. */
  const lost = (now: "catching-up" | "silent") => {
    watch.stop();
    stream?.close();
    stream = undefined;
    missedSome = true;
    noteStream(now);
    forgetTicks();
    forgetCopies();
    forgetToldAccount();
    nothingPushed();
  };
  const catchUp = () => {
    if (missedSome) void mutate(() => true);
    missedSome = false;
  };
  const restart = () => {
    lost("silent");
    clearTimeout(retry);
    void askAround(patience.answerMs);
    retry = setTimeout(open, patience.againMs(attempts));
    attempts += 1;
  };
  const heard = () => {
    watch.heard();
    if (patience.steadyMs < Date.now() - openedAt) attempts = 0;
    noteStream("live");
    noteAnswer(true);
    catchUp();
  };
  const open = () => {
    clearTimeout(retry);
    stream?.close();
    const opened = new EventSource(CALLS.followLive.path);
    stream = opened;
    openedAt = Date.now();
    watch.begin();
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      if (opened !== stream) return;
      heard();
      const event = JSON.parse(data) as LiveEvent;
      if (take(event, hearOfFills) === "missed") restart();
    };
    // Opened anew by us rather than by itself: later and later, and only while the page is seen.
    opened.onerror = () => {
      if (opened !== stream) return;
      // A refused stream does not say why: the sign-in may be over.
      if (opened.readyState === EventSource.CLOSED) void mutate(CALLS.readUser.path);
      restart();
    };
  };
  const close = () => {
    clearTimeout(retry);
    lost("catching-up");
  };
  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, patience.hiddenMs);
    else if (stream === undefined || watch.isLate()) {
      lost("catching-up");
      attempts = 0;
      open();
    }
  };
  // A page that Back may bring up again is frozen with its connection: a browser has few of them, and
  // what piled up in it would be told as news.
  const onPageHide = () => {
    clearTimeout(hiding);
    close();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || stream !== undefined || document.hidden) return;
    attempts = 0;
    open();
  };
  const onNetwork = () => {
    clearTimeout(retry);
    if (!navigator.onLine) return lost("silent");
    attempts = 0;
    if (!document.hidden) open();
  };
  let wasCut = false;
  const offLine = onLine(() => {
    const line = lineNow();
    const isBack = wasCut && !isCut(line);
    wasCut = line === "no-answer" || (wasCut && line === "offline");
    if (!isBack) return;
    // Somebody answers again, though perhaps no stream comes through.
    catchUp();
    attempts = 0;
    if (stream === undefined && !document.hidden) open();
  });

  const leaveAccount = onAccountTurn(() => {
    // Prices are those of the account's venue.
    forgetPrices();
    distrustCopies();
    noteAccountChanged();
  });
  open();
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("pagehide", onPageHide);
  addEventListener("pageshow", onPageShow);
  addEventListener("online", onNetwork);
  addEventListener("offline", onNetwork);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    removeEventListener("pagehide", onPageHide);
    removeEventListener("pageshow", onPageShow);
    removeEventListener("online", onNetwork);
    removeEventListener("offline", onNetwork);
    offLine();
    clearTimeout(hiding);
    close();
    leaveAccount();
    forgetPrices();
  };
}

/** Whether the server answers at all; every other call says so too. */
async function askAround(withinMs: number): Promise<void> {
  const signal = AbortSignal.timeout(withinMs);
  const answer = await fetch(HEALTH_ADDRESS, { cache: "no-store", signal }).catch(() => undefined);
  noteAnswer(answer !== undefined && !isFromGateway(answer));
}

type HearView = (path: string, view: unknown) => void;

function take(event: LiveEvent, hear: HearView): "missed" | undefined {
  switch (event.type) {
    case "prices":
      if (!areOfAnotherAccount(event.accountId)) takePrices(event.prices);
      return;
    case "view":
    case "change":
      return takeView(event, hear);
    case "heartbeat":
      noteServerTime(event.at);
      return;
    case "signed-out":
      // That sign-in is over. Another may have taken its place in this browser meanwhile.
      void mutate(CALLS.readUser.path);
  }
}

function takeView(event: ViewEvent, hear: HearView): "missed" | undefined {
  const { path } = event;
  const copy = copyAfter(event);
  if (copy === "missed") return "missed";
  if (!hearAccount(path, copy.view)) {
    distrustCopy(path);
    return;
  }
  received(path);
  markPushed(path);
  learnFrom(path, copy.view);
  void mutate(path, copy.view, { revalidate: false });
  hear(path, copy.view);
}

const isInUse = ({ isSelected }: BrokerView): boolean => isSelected;

/**
 * Before what is pushed is shown: it may be of another account than what is shown beside it. False
 * where it is of the one before, and not to be shown.
 */
function hearAccount(path: string, view: unknown): boolean {
  if (path === CALLS.listBrokers.path && !(view as readonly BrokerView[]).some(isInUse))
    heardNoAccount();
  if (path !== CALLS.readAccount.path) return !isOfAnotherAccount(path);
  const { id } = view as AccountView;
  if (isAccountOfBefore(id)) return false;
  const passedOver = noteToldAccount(id);
  heardAccount(id);
  for (const each of passedOver) void mutate(each);
  return true;
}

/**
 * Calls back when the trades begin with another one than before; at the first push too, as something
 * may have been filled between a page's own reading and that.
 */
function onNewTrade(callBack: () => void): HearView {
  let newest: string | undefined;
  return (path, view) => {
    if (path !== CALLS.listTrades.path) return;
    const [first] = view as readonly TradeView[];
    const before = newest;
    newest = first?.id ?? "none";
    if (before !== newest) callBack();
  };
}
