import { CALLS } from "@sevenfold/contract/calls";
import type { MarketHoursView } from "@sevenfold/contract/market";
import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { Octagon, Search } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Dot, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { countdownText } from "../ui/eastern-time.ts";
import { openPalette } from "../ui/palette-door.ts";
import { useOnline } from "../ui/use-online.ts";
import { useServerNow } from "../ui/use-server-now.ts";
import { ValuesToggle } from "../ui/values-toggle.tsx";
import { isClosed, toneOfState } from "../worker/account-state.ts";
import { useAutomation } from "../worker/use-automation.ts";
import { useWorkerStatus } from "../worker/use-worker-status.ts";
import { DataAge } from "./data-age.tsx";

const JumpButton = () => (
  <Button
    look="bare"
    size="small"
    aria-label="Jump to a symbol or page"
    aria-keyshortcuts="/ Control+K"
    title="Jump to a symbol or page ( / )"
    onClick={openPalette}
  >
    <Search aria-hidden="true" className="size-4" />
    <kbd className="rounded-[4px] border border-line px-1 text-xs max-md:hidden">/</kbd>
  </Button>
);

const STRIP = {
  demo: "border-line bg-surface",
  paper: "border-accent/50 bg-surface",
  live: "border-2 border-amber-fill bg-amber-tint",
};
const MODE = {
  demo: "bg-muted text-paper",
  paper: "border border-accent text-accent",
  live: "bg-amber-fill text-on-amber",
};

/** Never scrolls away: which money it is, whether the market and the worker run, and Stop. */
export function TopStrip() {
  const { data: account } = useEndpoint(CALLS.readAccount);
  const mode = account?.mode ?? "demo";
  return (
    <section
      aria-label="Trading state"
      className={classNames("sticky top-0 z-20 border-b low:static print:static", STRIP[mode])}
    >
      <div className="shell-cut flex h-[43px] items-center gap-3 px-4 text-13 max-[429px]:gap-2 sm:gap-5 md:px-6">
        <span
          title={account?.label}
          className={classNames(
            "inline-flex h-6 items-center rounded-[5px] px-2 text-xs font-semibold tracking-[0.04em]",
            account === undefined ? "bg-line text-muted" : MODE[mode],
          )}
        >
          {account === undefined ? "…" : mode.toUpperCase()}
        </span>
        {account !== undefined && mode !== "demo" && <AccountInUse label={account.label} />}
        {account !== undefined && account.venuePrices !== "own" && (
          <NotTradedOn prices={account.venuePrices} />
        )}
        <SessionState />
        <DataAge />
        <WorkerState />
        <span className="ml-auto flex items-center gap-1 print:hidden">
          <JumpButton />
          {/* Under 390 px there is no room for it: the palette and the account's page have it too. */}
          <span className="contents max-[389px]:hidden">
            <ValuesToggle />
          </span>
        </span>
        <StopButton className="max-md:hidden print:hidden" />
      </div>
    </section>
  );
}

/** Whose figures all pages show and where orders go; from there to the others. */
const AccountInUse = ({ label }: { readonly label: string }) => (
  <Link
    to="/settings/brokers"
    aria-label={`Account in use: ${label}`}
    title={label}
    className="inline-flex h-6 max-w-44 min-w-0 items-center font-medium text-ink hover:text-accent max-lg:hidden print:inline-flex"
  >
    <span className="truncate">{label}</span>
  </Link>
);

/** What the prices of a real broker's account are not good for. */
const NotTradedOn = ({ prices }: { readonly prices: "none" | "shown" }) => {
  const { label, short, title } = NOT_TRADED_ON[prices];
  return (
    <span title={title}>
      <Cell tone="amber">
        <span className="max-sm:sr-only">{label}</span>
        <span aria-hidden="true" className="sm:hidden">
          {short}
        </span>
      </Cell>
    </span>
  );
};

const NOT_TRADED_ON = {
  none: {
    label: "No real prices",
    short: "No prices",
    title: "No provider of real prices is set up: only limit orders by hand go there.",
  },
  shown: {
    label: "Prices only shown",
    short: "Shown",
    title:
      "The prices are late or away: nothing is bought on them, and no automated order goes there.",
  },
} as const;

/** The server may answer with what it read up to this long ago. */
const KEPT_MS = 1_000;

function SessionState() {
  const { data: hours, mutate } = useEndpoint(CALLS.readMarketHours);
  const now = useServerNow(1_000);
  const end = hours === undefined ? null : endOf(hours);
  // What was told holds until then: what follows is not waited for until it would be asked for anyway.
  const isOver = end !== null && Date.parse(end) + KEPT_MS < now;
  useEffect(() => {
    if (isOver) void mutate();
  }, [isOver, mutate]);
  if (hours === undefined) return <Cell tone="plain">Market –</Cell>;
  return (
    <Cell tone={hours.is_open ? "gain" : "plain"}>
      {hours.is_open ? "Open" : "Closed"}
      <span className="figure text-muted max-[500px]:sr-only">{countdownOf(hours, now)}</span>
      <span aria-hidden="true" className="figure text-muted max-[359px]:hidden min-[500px]:hidden">
        {shortCountdownOf(hours, now)}
      </span>
    </Cell>
  );
}

/** When the market closes, or opens. */
const endOf = ({ is_open, next_close, next_open }: MarketHoursView): string | null =>
  is_open ? next_close : next_open;

function countdownOf(hours: MarketHoursView, now: number) {
  const { is_open, closes_in, time_until_open } = hours;
  const end = endOf(hours);
  const verb = is_open ? "closes in" : "opens in";
  if (end !== null) return `${verb} ${countdownText(Date.parse(end) - now)}`;
  const words = is_open ? closes_in : time_until_open;
  return words === null ? "" : `${verb} ${words}`;
}

/** "20h", "14m": what a phone has room for. */
function shortCountdownOf(hours: MarketHoursView, now: number): string {
  const end = endOf(hours);
  if (end === null) return "";
  const minutes = Math.max(0, Math.floor((Date.parse(end) - now) / 60_000));
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`;
}

function WorkerState() {
  const { isOnline, status } = useAutomation();
  const isReached = useOnline();
  const [known, words, short] = stateWords(status, isOnline);
  // What was last heard is not green where nothing is heard any more.
  const tone = known === "gain" && !isReached ? "plain" : known;
  return (
    <span title={status?.account_state.message ?? undefined}>
      <Cell tone={tone}>
        <span className="max-sm:sr-only">{words}</span>
        <span aria-hidden="true" className="sm:hidden">
          {short}
        </span>
      </Cell>
    </span>
  );
}

function stateWords(
  status: WorkerStatusView | undefined,
  isOnline: boolean,
): readonly [tone: Tone, words: string, short: string] {
  if (status === undefined) return ["plain", "Worker –", "–"];
  const { account_state, enabled } = status;
  const stuck = [toneOfState(account_state), account_state.label, account_state.label] as const;
  if (isClosed(account_state)) return stuck;
  if (!isOnline) return ["amber", "Worker offline", "Offline"];
  if (!enabled) return ["plain", "Automation off", "Off"];
  return account_state.state === "active" ? ["gain", "Automation on", "On"] : stuck;
}

const Cell = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <Dot tone={tone} />
    {children}
  </span>
);

/** Turns automation off at once. */
export function StopButton({ className }: { readonly className?: string }) {
  const { data: status } = useWorkerStatus();
  const { turnOff, isPending } = useAutomation();
  const isOnline = useOnline();
  const isEnabled = status?.enabled ?? false;
  return (
    <Button
      size="small"
      look={isEnabled ? "loss" : "quiet"}
      {...(className !== undefined && { className })}
      disabled={!isEnabled || isPending}
      title={titleOfStop(isEnabled, isOnline)}
      onClick={() => void turnOff()}
    >
      <Octagon aria-hidden="true" className="size-3.5" fill="currentColor" />
      {isPending ? "Stopping..." : "Stop"}
    </Button>
  );
}

function titleOfStop(isEnabled: boolean, isOnline: boolean): string {
  if (!isEnabled) return "Automation is off";
  return isOnline
    ? "Turn automation off at once"
    : "Sevenfold cannot be reached from here: automation goes on at the server";
}
