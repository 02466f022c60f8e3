import { useEffect } from "react";

/** The title of the browser's tab while the page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
