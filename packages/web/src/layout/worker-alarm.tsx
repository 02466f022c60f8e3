import { OctagonAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { clockText } from "../ui/eastern-time.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { isOnline, useWorkerStatus } from "../worker/use-worker-status.ts";

const TITLE = "Trading worker offline";
const MARK = "⚠ ";

/**
 * Rings when the worker dies while the page is open: in the page, in the tab's title and, where it
 * was allowed and nobody looks, as the system's notification. It ends by itself.
 */
export function WorkerAlarm() {
  const { data: status } = useWorkerStatus();
  const isUp = status === undefined ? undefined : isOnline(status);
  const [wasUp, setWasUp] = useState(false);
  const [since, setSince] = useState<number>();
  if (isUp === true && !wasUp) setWasUp(true);
  if (isUp === false && wasUp && since === undefined) setSince(Date.now());
  if (isUp === true && since !== undefined) setSince(undefined);
  const lastPing = status?.worker_health.last_ping ?? null;

  useEffect(() => {
    if (since === undefined) return;
    tellError(TITLE, "Automated trading stands still, stops too. Orders by hand go on.");
    const unmark = markTitle();
    const notification = notify();
    return () => {
      unmark();
      notification?.close();
    };
  }, [since]);
  useIsBack(since);

  if (since === undefined) return null;
  return (
    <p
      role="alert"
      className="flex items-center gap-2 border-b border-loss/40 bg-loss/8 px-4 py-2 text-13 text-loss md:px-6"
    >
      <OctagonAlert aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {TITLE}
        {lastPing !== null && ` since ${clockText(lastPing)} ET`}. Nothing is bought, sold or
        stopped automatically. You can order by hand. Check the worker process; this goes away once
        it is back.
      </span>
    </p>
  );
}

/** Says so once the alarm has ended; a page that goes while it rings knows of no end. */
function useIsBack(since: number | undefined): void {
  const hasRung = useRef(false);
  useEffect(() => {
    if (since === undefined && hasRung.current)
      tellSuccess("Trading worker back", "Automated trading goes on as it is set.");
    hasRung.current = since !== undefined;
  }, [since]);
}

/** Keeps the mark before the tab's title, whatever page sets it meanwhile. */
function markTitle(): () => void {
  const mark = () => {
    if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    document.title = document.title.replace(MARK, "");
  };
}

/** Asks for no permission: only where it was given, and only while the page is out of sight. */
function notify(): Notification | undefined {
  if (typeof Notification === "undefined" || Notification.permission !== "granted")
    return undefined;
  if (!document.hidden) return undefined;
  try {
    return new Notification(TITLE, { body: "Automated trading stands still.", silent: true });
  } catch {
    // Some phones show notifications from service workers only.
    return undefined;
  }
}
