/** Messages in the order they were put, read once by one reader. */
export interface MessageQueue<Message> {
  put(message: Message): void;
  /** Everything put so far and from now on, until the signal aborts. */
  read(signal: AbortSignal): AsyncIterable<Message>;
}

export function openMessageQueue<Message>(): MessageQueue<Message> {
  const waiting: Message[] = [];
  let wake: (() => void) | undefined;
  return {
    put(message) {
      waiting.push(message);
      wake?.();
    },
    async *read(signal) {
      const ring = () => wake?.();
      signal.addEventListener("abort", ring, { once: true });
      try {
        while (!signal.aborted) {
          const next = waiting.shift();
          if (next !== undefined) yield next;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        signal.removeEventListener("abort", ring);
      }
    },
  };
}
