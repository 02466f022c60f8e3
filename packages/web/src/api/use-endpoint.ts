import type { CALLS, Call, JsonCallName } from "@sevenfold/contract/calls";
import type { InputOf, OutputOf } from "@sevenfold/contract/endpoints";
import useSWR, { useSWRConfig } from "swr";
import { useIsPushed } from "../live/connection.ts";
import { copySince } from "../live/copies.ts";
import { received } from "../live/freshness.ts";
import { learnFrom } from "../live/read-prices.ts";
import { addressOf } from "./address-of.ts";
import { call, isOfBefore } from "./call.ts";
import { pollIntervalMsOf } from "./poll-interval.ts";
import { isRefusal, type ProblemError } from "./problem-error.ts";

/** A row as the table has it: one with another interval is none. */
type AnyLine = (typeof CALLS)[JsonCallName];

export interface ReadOptions {
  /** False: not asked for. */
  readonly when?: boolean;
  /** Wanted of it is only what never changes: asked for until it is there. */
  readonly isLasting?: boolean;
}

/** The server may answer with what it read up to this long ago. */
const KEPT_MS = 1_000;

/**
 * Reads a call and keeps its answer as fresh as the call's row says. Its address is its key in the
 * cache, here and in `live.ts`.
 */
export function useEndpoint<Line extends AnyLine>(
  line: Line,
  input?: InputOf<Line["name"]>,
  { isLasting = false, when = true }: ReadOptions = {},
) {
  const { fresh }: Call = line;
  const address = addressOf(line, input);
  const isPushed = useIsPushed(address);
  const { cache } = useSWRConfig();
  const everyMs = pollIntervalMsOf(fresh, {
    input: input as object | undefined,
    isLasting,
    isPushed,
    known: cache.get(address)?.data,
  });
  return useSWR<OutputOf<Line["name"]>, ProblemError>(
    when ? address : null,
    async () => {
      const askedAt = Date.now();
      const answer = await call(line, input);
      received(address);
      // It is shown no more, and its prices may be those of another market.
      if (!isOfBefore(answer)) learnFrom(address, answer);
      // What was pushed in the meantime is newer than an answer made before it.
      return copySince<OutputOf<Line["name"]>>(address, askedAt - KEPT_MS) ?? answer;
    },
    {
      refreshInterval: everyMs,
      // What is pushed is as it is now; anything else may have changed since it was shown last.
      revalidateIfStale: !isPushed,
      revalidateOnFocus: fresh?.onFocus === true,
      // After a failure nothing is polled by itself any more: asking goes on at the same interval.
      shouldRetryOnError: (problem) => 0 < everyMs && !isRefusal(problem),
      onErrorRetry: (_problem, _address, _settings, again) => {
        setTimeout(() => void again(), everyMs);
      },
    },
  );
}
