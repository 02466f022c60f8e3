import type { Endpoint } from "@sevenfold/contract/endpoint";
import useSWR from "swr";
import { useIsPushed } from "../live/connection.ts";
import { copySince } from "../live/copies.ts";
import { received } from "../live/freshness.ts";
import { learnFrom } from "../live/read-prices.ts";
import { call } from "./call.ts";
import { addressOf, type InputOf, type Line, type OutputOf } from "./line.ts";
import { isRefusal, type ProblemError } from "./problem-error.ts";

export interface ReadOptions {
  /** Asked again after so many milliseconds, while the live stream does not push it. */
  readonly everyMs?: number;
  /** False: not asked for. */
  readonly when?: boolean;
  /** Asked again when the window comes to the front: another one may have changed it. */
  readonly revalidateOnFocus?: boolean;
}

/** The server may answer with what it read up to this long ago. */
const KEPT_MS = 1_000;

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
      const askedAt = Date.now();
      const answer = await call(line, input);
      received(address);
      learnFrom(address, answer);
      // What was pushed in the meantime is newer than an answer made before it.
      return copySince<OutputOf<Call>>(address, askedAt - KEPT_MS) ?? answer;
    },
    {
      refreshInterval: isPushed ? 0 : everyMs,
      // What is pushed is as it is now; anything else may have changed since it was shown last.
      revalidateIfStale: !isPushed,
      revalidateOnFocus,
      // After a failure nothing is polled by itself any more: asking goes on at the same pace.
      shouldRetryOnError: (problem) => 0 < everyMs && !isRefusal(problem),
      onErrorRetry: (_problem, _address, _settings, again) => {
        setTimeout(() => void again(), everyMs);
      },
    },
  );
}
