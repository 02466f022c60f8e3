import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** A new page begins at its top, or at the part its address names. */
export function useScroll(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (pathname !== "" && hash === "") {
      // Newer browsers answer with a promise, which an effect may not return.
      void scrollTo(0, 0);
      return;
    }
    // The page may still be loading: its part is looked for until it stands.
    let tries = 0;
    const timer = setInterval(() => {
      const part = document.getElementById(hash.slice(1));
      if (part !== null) part.scrollIntoView();
      tries += 1;
      if (part !== null || tries > 20) clearInterval(timer);
    }, 50);
    return () => clearInterval(timer);
  }, [pathname, hash]);
}
