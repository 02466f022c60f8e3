import type { Endpoint } from "@sevenfold/contract/endpoint";
import useSWR from "swr";
import { useIsPushed } from "../live/connection.ts";
import { received } from "../live/freshness.ts";
import { call } from "./call.ts";
import { addressOf, type InputOf, type Line, type OutputOf } from "./line.ts";
import type { ProblemError } from "./problem-error.ts";

export interface ReadOptions {
  /** Asked again after so many milliseconds, while the live stream does not push it. */
  readonly everyMs?: number;
  /** False: not asked for. */
  readonly when?: boolean;
  /** Asked again when the window comes to the front: another one may have changed it. */
  readonly revalidateOnFocus?: boolean;
}

/** Reads an endpoint and keeps it fresh. Its address is its key in the cache, here and in `live.ts`. */
export function useEndpoint<Call extends Endpoint>(
  line: Line<Call>,
  input?: InputOf<Call>,
  { everyMs = 0, revalidateOnFocus = false, when = true }: ReadOptions = {},
) {
  const address = addressOf(line, input);
  const isPushed = useIsPushed(address);
  return useSWR<OutputOf<Call>, ProblemError>(
    when ? address : null,
    async () => {
      const view = await call(line, input);
      received(address);
      return view;
    },
    // What is pushed is as it is now; anything else may have changed since it was shown last.
    { refreshInterval: isPushed ? 0 : everyMs, revalidateIfStale: !isPushed, revalidateOnFocus },
  );
}
