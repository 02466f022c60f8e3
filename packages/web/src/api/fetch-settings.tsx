import type { ReactNode } from "react";
import { mutate, SWRConfig } from "swr";
import { readUser } from "./lines.ts";
import { ProblemError } from "./problem-error.ts";

/** Nothing is fetched behind a reader's back: no retries, no refetch on focus; pushes and polls only. */
export function FetchSettings({ children }: { readonly children: ReactNode }) {
  return (
    <SWRConfig
      value={{
        revalidateOnFocus: false,
        revalidateIfStale: false,
        shouldRetryOnError: false,
        onError: signOutOnRefusal,
      }}
    >
      {children}
    </SWRConfig>
  );
}

/** A refusal for want of a sign-in means that it ended elsewhere. */
function signOutOnRefusal(thrown: unknown) {
  if (thrown instanceof ProblemError && thrown.status === 401)
    void mutate(readUser.path, null, { revalidate: false });
}
