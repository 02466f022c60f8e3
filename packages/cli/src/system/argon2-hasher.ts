import { hash, type Options, verify } from "@node-rs/argon2";
import { HasherBusy, type PasswordHasher } from "@sevenfold/application/ports/password-hasher";

/** Argon2id: by its number, as the library's own name for it is erased when types are. */
const ARGON2ID = 2;

export interface Argon2Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** OWASP's first choice: 46 MiB for each hash under way, some ten milliseconds. */
export const ARGON2_COST: Argon2Cost = { memoryKib: 47_104, passes: 1, lanes: 1 };

export interface HashingLimits {
  /** Each takes a processor and the memory. */
  readonly atOnceMax: number;
  readonly waitingMax: number;
}

const LIMITS: HashingLimits = { atOnceMax: 2, waitingMax: 20 };

/** Argon2id with a random salt, in the text form that names its own cost. */
export function argon2Hasher(
  cost: Argon2Cost = ARGON2_COST,
  limits: HashingLimits = LIMITS,
): PasswordHasher {
  const queued = queue(limits);
  const options: Options = {
    algorithm: ARGON2ID,
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: cost.lanes,
  };
  // Made ahead: the first unknown name is to take no longer than the second.
  const nobodys = hash("nobody's", options);

  return {
    hash: (password) => queued(() => hash(password, options)),
    async verify(known, password) {
      const found = known === undefined ? undefined : costOf(known);
      if (known !== undefined && found !== undefined) {
        const isRight = await queued(() => verify(known, password));
        return { isRight, isWeak: isLess(found, cost) };
      }
      const compared = await nobodys;
      await queued(() => verify(compared, password));
      return { isRight: false, isWeak: false };
    },
  };
}

/** What a hash cost; undefined where the text is no argon2id hash. */
function costOf(text: string): Argon2Cost | undefined {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]+\$[\w+/]+$/.exec(text);
  if (!found) return undefined;
  const [memoryKib, passes, lanes] = found.slice(1).map(Number) as [number, number, number];
  return { memoryKib, passes, lanes };
}

const isLess = (found: Argon2Cost, wanted: Argon2Cost): boolean =>
  found.memoryKib < wanted.memoryKib || found.passes < wanted.passes;

/** Runs a few at once, lets a few more wait, and refuses the rest at once. */
function queue({ atOnceMax, waitingMax }: HashingLimits) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (atOnceMax <= running) {
      if (waitingMax <= waiting.length)
        throw new HasherBusy(`${waitingMax} passwords wait to be checked.`);
      // Whoever ends hands its place on: nobody who comes later takes it.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
