/** What somebody on the network answered, read to its end. */
export interface ReadAnswer {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly text: string;
}

export interface AnswerLimits {
  /** For all of the answer: the wait for it, its headers and its body. */
  readonly timeoutMs: number;
  /** Of the body, unpacked; ANSWER_BYTES_MAX unless said otherwise. */
  readonly bytesMax?: number | undefined;
}

/** A mebibyte. Lists that may be longer are read by pages. */
export const ANSWER_BYTES_MAX = 1_048_576;

/** The answer was given up: it went beyond a limit. Whoever gave it has been hung up on. */
export class AnswerCut extends Error {
  override readonly name = "AnswerCut";
  readonly cut: "too-long" | "too-late";

  constructor(cut: AnswerCut["cut"]) {
    super(cut === "too-long" ? "The answer was too long." : "There was no answer in time.");
    this.cut = cut;
  }
}

/**
 * Asks once and reads the answer whole, counting its bytes as they come. Rejects with AnswerCut at a
 * limit, and with what `fetch` rejects with when the line fails. A redirect is such a failure: whoever
 * redirects an order is not the one we signed for.
 */
export async function readAnswer(
  address: string | URL,
  request: Omit<RequestInit, "redirect" | "signal">,
  { timeoutMs, bytesMax = ANSWER_BYTES_MAX }: AnswerLimits,
): Promise<ReadAnswer> {
  const line = new AbortController();
  const timer = setTimeout(() => line.abort(new AnswerCut("too-late")), timeoutMs);
  try {
    const response = await fetch(address, { ...request, redirect: "error", signal: line.signal });
    const { headers, ok: isOk, status } = response;
    return { status, isOk, headers, text: await textWithin(response, bytesMax, line.signal) };
  } catch (error) {
    const cause = line.signal.aborted ? line.signal.reason : error;
    // Nothing more of it is read: the connection goes with it.
    line.abort(cause);
    throw cause;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The signal is heard here too: `fetch` holds its request weakly, and once that was collected as garbage
 * an abort no longer ends the reading of the body.
 */
async function textWithin(
  { body }: Response,
  bytesMax: number,
  signal: AbortSignal,
): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const hangUp = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", hangUp, { once: true });
  const letters = new TextDecoder();
  let bytes = 0;
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return text + letters.decode();
      bytes += value.byteLength;
      if (bytesMax < bytes) throw new AnswerCut("too-long");
      text += letters.decode(value, { stream: true });
    }
  } catch (error) {
    hangUp();
    throw error;
  } finally {
    signal.removeEventListener("abort", hangUp);
  }
}
