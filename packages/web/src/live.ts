import type { LiveEvent } from "@sevenfold/contract/live";
import type { TradeView } from "@sevenfold/contract/orders";
import type { AccountView } from "@sevenfold/contract/portfolio";
import { mutate } from "swr";
import { heardAccount, onAccountTurn } from "./api/account-in-use.ts";
import {
  listPricedPositions,
  listTrades,
  readAccount,
  readGoalPerformance,
  readPortfolioSummary,
  readUser,
} from "./api/lines.ts";
import { markPushed, nothingPushed } from "./live/connection.ts";
import { received } from "./live/freshness.ts";
import { forgetPrices, takePrices } from "./live/price-store.ts";

const LIVE_ADDRESS = "/api/live";
/** A stream this quiet may be dead without knowing it: polling takes over until it speaks. */
const SILENCE_MAX_MS = 45_000;
/** A tab hidden this long stops listening. */
const HIDDEN_GRACE_MS = 30_000;
const RETRY_MS = 5_000;
/** Too large to be pushed with every price; asked for again when something was filled. */
const MOVED_BY_FILLS = [listPricedPositions, readPortfolioSummary, readGoalPerformance];

/** Puts every view the server pushes straight into the cache. Nothing is fetched again. */
export function followLive(): () => void {
  let stream: EventSource | undefined;
  let missedSome = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const hearOfFills = onNewTrade(() => {
    for (const { path } of MOVED_BY_FILLS) void mutate(path);
  });

  const lost = () => {
    missedSome = true;
    nothingPushed();
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE_MAX_MS);
  };
  const open = () => {
    clearTimeout(retry);
    stream = new EventSource(LIVE_ADDRESS);
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      heard();
      const event = JSON.parse(data) as LiveEvent;
      take(event);
      hearOfFills(event);
    };
    stream.onerror = () => {
      lost();
      // A refused stream does not reconnect by itself.
      if (stream?.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS);
    };
    stream.onopen = () => {
      heard();
      if (missedSome) void mutate(() => true);
      missedSome = false;
    };
  };
  const close = () => {
    clearTimeout(silence);
    clearTimeout(retry);
    stream?.close();
    stream = undefined;
    lost();
  };
  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, HIDDEN_GRACE_MS);
    else if (stream === undefined || stream.readyState === EventSource.CLOSED) open();
  };

  // Prices are those of the account's venue.
  const leaveAccount = onAccountTurn(forgetPrices);
  open();
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("online", onVisibility);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    removeEventListener("online", onVisibility);
    clearTimeout(hiding);
    close();
    leaveAccount();
    forgetPrices();
  };
}

function take(event: LiveEvent): void {
  switch (event.type) {
    case "prices":
      takePrices(event.prices);
      return;
    case "view":
      hearAccount(event.path, event.view);
      received(event.path);
      markPushed(event.path);
      void mutate(event.path, event.view, { revalidate: false });
      return;
    case "signed-out":
      // That sign-in is over. Another may have taken its place in this browser meanwhile.
      void mutate(readUser.path);
  }
}

/** Before what is pushed is shown: it may be of another account than what is shown beside it. */
function hearAccount(path: string, view: unknown): void {
  if (path === readAccount.path) heardAccount((view as AccountView).id);
}

/**
 * Calls back when a push of the trades begins with another one than the push before it; at the first
 * push too, as something may have been filled between a page's own reading and that.
 */
function onNewTrade(callBack: () => void): (event: LiveEvent) => void {
  let newest: string | undefined;
  return (event) => {
    if (event.type !== "view" || event.path !== listTrades.path) return;
    const [first] = event.view as readonly TradeView[];
    const before = newest;
    newest = first?.id ?? "none";
    if (before !== newest) callBack();
  };
}
