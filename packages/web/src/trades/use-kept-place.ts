import { useEffect, useRef } from "react";

/**
 * For a button of a list that goes, or rests, once it was pressed: whoever pressed it by key goes on from
 * it, or once it has gone from the next one of its kind. Call back as it is pressed.
 */
export function useKeptPlace(kind: string, isThere: boolean, isPending: boolean) {
  const places = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    const [pressed] = places.current;
    const { activeElement } = document;
    // Whoever has moved on meanwhile stays there.
    if (pressed === undefined || (activeElement !== pressed && activeElement !== document.body))
      return;
    if (isThere && isPending) return;
    const place = places.current.find(({ isConnected }) => isConnected);
    (place ?? document.querySelector("main"))?.focus({ preventScroll: place === undefined });
  }, [isThere, isPending]);
  return (pressed: HTMLElement) => {
    const all = [...document.querySelectorAll<HTMLElement>(`[data-kind="${kind}"]`)];
    const index = all.indexOf(pressed);
    places.current = [pressed, ...all.slice(index + 1), ...all.slice(0, index).reverse()];
  };
}
