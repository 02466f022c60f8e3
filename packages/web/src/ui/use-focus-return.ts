import { useEffect, useState } from "react";

/** Where the focus may go when a dialog closes, the nearest first. */
type WayBack = readonly HTMLElement[];

const waysOfOpen: WayBack[] = [];

/**
 * For the `onCloseAutoFocus` of a dialog that is opened from anywhere: the focus goes back to what
 * opened it. Where that has gone, with the dialog it stood in or with a row that was sold, it goes
 * to what opened the other dialog, or else to the page's content: never to nowhere.
 */
export function useFocusReturn(): (event: Event) => void {
  // While drawn first: later the focus is already within, or what opened it is gone.
  const [way] = useState(wayFromHere);
  useEffect(() => {
    waysOfOpen.push(way);
    return () => void waysOfOpen.splice(waysOfOpen.indexOf(way), 1);
  }, [way]);
  return (event) => {
    event.preventDefault();
    takeFirst(way);
  };
}

function wayFromHere(): WayBack {
  const here = document.activeElement;
  const around = waysOfOpen.at(-1) ?? [];
  return here instanceof HTMLElement && here !== document.body ? [here, ...around] : around;
}

function takeFirst(way: WayBack): void {
  // Whoever has taken the focus meanwhile keeps it.
  if (way.length === 0 || document.activeElement !== document.body) return;
  const takesIt = (place: HTMLElement) => {
    place.focus();
    return document.activeElement === place;
  };
  if (!way.some(takesIt)) document.querySelector<HTMLElement>("main")?.focus();
}
