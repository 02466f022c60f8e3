import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { keepHistoryGate } from "./history-gate.ts";
import { holdUnsaved } from "./unsaved.ts";

/** Where somebody wanted to go: along a link, or so many steps through the history. */
type Way = { readonly to: string } | { readonly steps: number };

/** Number of the entry in the browser's history, as the router keeps it. */
const entryNumber = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/**
 * Stops whoever would leave the page by link, Back or closing while something is not saved. The
 * router's own blocker needs its data routers, which weigh more than all our public pages.
 */
export function useUnsavedGuard(isUnsaved: boolean) {
  const [way, setWay] = useState<Way>();
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  const entry = useRef(0);

  useEffect(() => {
    // What is open above the page has entries of its own.
    if (key !== "") entry.current = entryNumber(history.state);
  }, [key]);

  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved]);

  useEffect(() => {
    if (!isUnsaved) return;
    const onClick = (event: MouseEvent) => {
      const to = placeOf(event);
      if (to === undefined || to.pathname === pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setWay({ to: to.pathname + to.search + to.hash });
    };
    const onHistory = (event: PopStateEvent) => {
      const steps = entryNumber(event.state) - entry.current;
      if (location.pathname === pathname && steps !== 0) return;
      // Before the router hears of it; the way back is not for it either.
      event.stopImmediatePropagation();
      if (steps === 0) return;
      history.go(-steps);
      setWay({ steps });
    };
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener("click", onClick, { capture: true });
    const leaveGate = keepHistoryGate(onHistory);
    addEventListener("beforeunload", onClose);
    return () => {
      document.removeEventListener("click", onClick, { capture: true });
      leaveGate();
      removeEventListener("beforeunload", onClose);
    };
  }, [isUnsaved, pathname]);

  return {
    isAsking: way !== undefined,
    stay: () => setWay(undefined),
    /** Call once nothing is unsaved any more. */
    leave: () => {
      setWay(undefined);
      if (way === undefined) return;
      void ("to" in way ? navigate(way.to) : navigate(way.steps));
    },
  };
}

/** The page of ours that a plain click on a link leads to. */
function placeOf(event: MouseEvent): URL | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.download !== "") return;
  const to = new URL(link.href, location.href);
  return to.origin === location.origin ? to : undefined;
}
