import type { ReactNode } from "react";
import { SWRConfig } from "swr";

/**
 * What a page shows is read when it is opened, then as pushes and polls have it; no retries, no refetch
 * on focus. However many parts of a page show the same, it is read once.
 */
export function FetchSettings({ children }: { readonly children: ReactNode }) {
  return (
    <SWRConfig
      value={{
        revalidateOnFocus: false,
        // The live stream sees to it, once, when it is back.
        revalidateOnReconnect: false,
        shouldRetryOnError: false,
      }}
    >
      {children}
    </SWRConfig>
  );
}
