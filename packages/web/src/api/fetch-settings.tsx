import type { ReactNode } from "react";
import { SWRConfig } from "swr";

/** Nothing is fetched behind a reader's back: no retries, no refetch on focus; pushes and polls only. */
export function FetchSettings({ children }: { readonly children: ReactNode }) {
  return (
    <SWRConfig
      value={{
        revalidateOnFocus: false,
        // The live stream sees to it, once, when it is back.
        revalidateOnReconnect: false,
        revalidateIfStale: false,
        shouldRetryOnError: false,
      }}
    >
      {children}
    </SWRConfig>
  );
}
