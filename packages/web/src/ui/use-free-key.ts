import { useEffect, useRef } from "react";
import { isFreeKey } from "./palette-door.ts";

/** Does something on a single key while it stands on the page, unless somebody is typing. */
export function useFreeKey(key: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || !isFreeKey(event)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [key]);
}
