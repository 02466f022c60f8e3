/** What somebody on the network answered, read to its end. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** For all of an answer: the wait for it, its headers and its body. */
const ANSWER_WITHIN_MS = 7_000;

interface Question extends Omit<RequestInit, "redirect" | "signal"> {
  /** Of the body, unpacked. */
  readonly bytesMax: number;
}

/**
 * Asks once. Rejects where nobody answers in time, where the answer is too long, and at a redirect:
 * what is sent is for the address it was given for. The messages hold no address: one may be a secret.
 */
export async function ask(url: string | URL, { bytesMax, ...request }: Question): Promise<Answer> {
  const line = new AbortController();
  const timer = setTimeout(() => line.abort(), ANSWER_WITHIN_MS);
  try {
    const response = await fetch(url, { ...request, redirect: "manual", signal: line.signal });
    if (300 <= response.status && response.status < 400) throw new Unfit("it leads elsewhere");
    return { status: response.status, text: await textWithin(response, bytesMax) };
  } catch (error) {
    if (error instanceof Unfit) throw error;
    throw new Error(line.signal.aborted ? "it does not answer in time" : reasonOf(error));
  } finally {
    clearTimeout(timer);
    // Nothing more of it is read: the connection goes with it.
    line.abort();
  }
}

class Unfit extends Error {}

async function textWithin({ body }: Response, bytesMax: number): Promise<string> {
  if (!body) return "";
  const letters = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const part of body as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytesMax < bytes) throw new Unfit("its answer is too long");
    text += letters.decode(part, { stream: true });
  }
  return text + letters.decode();
}

/** `fetch` hides why behind its own words; the code says it, and no address with it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return `it does not answer${typeof code === "string" ? ` (${code})` : ""}`;
}
