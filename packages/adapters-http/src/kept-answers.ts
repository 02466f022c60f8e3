import type { Announcer } from "@sevenfold/application/ports/announcer";
import type { Clock } from "@sevenfold/application/ports/clock";

interface Kept {
  readonly text: string;
  readonly madeMs: number;
}

interface OfUser {
  readonly answers: Map<string, Kept>;
  /** Answers being made: whoever asks meanwhile waits for the same one. */
  readonly making: Map<string, Promise<string>>;
}

export interface KeptAnswers {
  /** The user's answer under the address, made now unless one of a moment ago is kept. */
  answer(userId: string, address: string, make: () => Promise<string>): Promise<string>;
  /** To be called before and after whatever changes something of the user's. */
  forget(userId: string): void;
  close(): void;
}

const USERS_MAX = 2_000;
const ANSWERS_MAX = 40;

/**
 * Keeps what a user's views answered for a moment, so that many windows cost as much as one. It is
 * forgotten with everything announced of the user and every change the user asks for.
 */
export function openKeptAnswers({
  announcer,
  clock,
  keptMs,
}: {
  readonly announcer: Announcer;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly keptMs: number;
}): KeptAnswers {
  const users = new Map<string, OfUser>();
  const forget = (userId: string) => void users.delete(userId);
  const deafen = announcer.listen(({ userId }) => forget(userId));

  const ofUser = (userId: string): OfUser => {
    const known = users.get(userId);
    if (known) return known;
    // Who came first goes first: a kept answer is worth a moment at most.
    if (USERS_MAX <= users.size) users.delete(users.keys().next().value!);
    const fresh: OfUser = { answers: new Map(), making: new Map() };
    users.set(userId, fresh);
    return fresh;
  };

  return {
    async answer(userId, address, make) {
      const own = ofUser(userId);
      const kept = own.answers.get(address);
      if (kept && clock.monotonicMs() - kept.madeMs < keptMs) return kept.text;
      const under = own.making.get(address);
      if (under) return under;
      const madeMs = clock.monotonicMs();
      const making = make();
      own.making.set(address, making);
      try {
        const text = await making;
        // Forgotten meanwhile, `own` is nobody's any more, and what is put there is never read.
        if (own.answers.size < ANSWERS_MAX || own.answers.has(address))
          own.answers.set(address, { text, madeMs });
        return text;
      } finally {
        own.making.delete(address);
      }
    },
    forget,
    close: deafen,
  };
}
