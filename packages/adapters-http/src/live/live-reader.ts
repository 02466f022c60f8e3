import type { ServerResponse } from "node:http";
import type { LiveEvent } from "@sevenfold/contract/live";

/** How long the last words may take before the connection is cut. */
const ENDING_MS = 500;

/** One open stream: a browser window that listens. */
export interface LiveReader {
  readonly sidHash: string;
  /** Which revision of each view it was sent, by path. */
  readonly sent: Map<string, number>;
  /** An event as `eventText` writes it: made once for all readers of a user. */
  send(text: string): void;
  /** Says that the sign-in is over, and ends. */
  signOut(): void;
  end(): void;
}

export const eventText = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;

export function liveReader(
  response: ServerResponse,
  { sidHash, unsentBytesMax }: { readonly sidHash: string; readonly unsentBytesMax: number },
): LiveReader {
  const isGone = () => response.writableEnded || response.destroyed;
  const end = () => {
    if (isGone()) return;
    response.end();
    setTimeout(() => response.destroy(), ENDING_MS).unref();
  };
  return {
    sidHash,
    sent: new Map(),
    send(text) {
      if (isGone()) return;
      response.write(text);
      // Who does not read is dropped: it reads everything anew when it comes back.
      if (unsentBytesMax < response.writableLength) response.destroy();
    },
    signOut() {
      if (!isGone()) response.write(eventText({ type: "signed-out" }));
      end();
    },
    end,
  };
}
