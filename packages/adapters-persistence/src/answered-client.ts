import pg from "pg";

/** The driver's socket, which its types do not name. */
export interface Connected {
  readonly connection?: {
    readonly stream?: { readonly bytesRead?: number; destroy(error: Error): void };
  };
}

/** Silences that bytes alone put off: a slow line is waited for, one that drips is not waited for for ever. */
const SLOW_MAX = 6;

/**
 * A client that gives its connection up where something was asked and nothing is heard for so long, or
 * for twice as long where answers had come before: what was asked on it is rejected then. So it is where
 * bytes come and no answer is whole after six times as long. A process that stood still reads what came
 * meanwhile before it judges.
 */
export const answeredClient = (timeoutMs: number): typeof pg.Client =>
  class extends pg.Client {
    #waiting = 0;
    #timer: NodeJS.Timeout | undefined;
    /** Silences that were over by bytes, since an answer was whole. */
    #slow = 0;

    // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature is a list of overloads
    override query(...asked: any[]): any {
      const answer: unknown = super.query(...(asked as [pg.QueryConfig]));
      if (answer instanceof Promise) this.#watch(answer);
      return answer;
    }

    #watch(answer: Promise<unknown>): void {
      this.#waiting += 1;
      this.#timer ??= this.#armed();
      const note = () => {
        this.#waiting -= 1;
        this.#slow = 0;
        if (0 < this.#waiting) return;
        clearTimeout(this.#timer);
        this.#timer = undefined;
      };
      answer.then(note, note);
    }

    #armed(): NodeJS.Timeout {
      const { stream } = (this as Connected).connection ?? {};
      const before = stream?.bytesRead;
      const look = () => {
        if (this.#timer !== timer) return;
        const hasHeard = stream?.bytesRead !== before;
        this.#slow += 1;
        if (hasHeard && this.#slow < SLOW_MAX) this.#timer = this.#armed();
        else stream?.destroy(new Error(`Connection terminated: no answer for ${waited(hasHeard)}`));
      };
      const waited = (isSlow: boolean) => `${(isSlow ? SLOW_MAX : 1) * timeoutMs} ms`;
      // What has come is read before.
      const timer = setTimeout(() => setImmediate(look), timeoutMs);
      return timer;
    }
  };
