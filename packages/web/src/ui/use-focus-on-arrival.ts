import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/**
 * Gives the content of a page that takes the place of another the focus, where what had it went with
 * the page before: keys and screen readers go on there. A frame with a `main` that takes it calls this.
 */
export function useFocusOnArrival(): void {
  const { key, pathname } = useLocation();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The first page of a window begins at its top, as any page does.
    if (key === "default" || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  }, [key, pathname]);
}
