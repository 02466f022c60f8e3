import type { Storage } from "../../../ports/stores/storage.ts";
import { AccountHistory, type Happening, type JudgedHistory } from "./account-history.ts";
import type { Checker } from "./invariant.ts";
import { INVARIANTS, type InvariantName } from "./invariants.ts";

export interface InvariantWatch {
  /** What did not hold, in words, the first first. */
  readonly broken: readonly string[];
  /** How often each was looked at. */
  readonly looked: ReadonlyMap<InvariantName, number>;
  /** Reads the rows there are; nothing has happened yet. */
  begin(storage: Pick<Storage, "read">): Promise<void>;
  happened(happening: Happening): void;
}

const BROKEN_MAX = 20;

/** Every invariant of one account, looked at as things happen; the names are those of `INVARIANTS`. */
export function invariantWatch(
  of: JudgedHistory,
  names: readonly InvariantName[] = Object.keys(INVARIANTS) as InvariantName[],
): InvariantWatch {
  const history = new AccountHistory(of);
  const broken: string[] = [];
  const tallies = names.map((name) => ({ name, looked: 0 }));
  const onOrder: (readonly [Tally, NonNullable<Checker["ordered"]>])[] = [];
  const on = new Map<Happening["kind"], (readonly [Tally, Look])[]>();
  for (const tally of tallies) {
    const { looks = {}, ordered }: Checker = INVARIANTS[tally.name].begin();
    if (ordered) onOrder.push([tally, ordered]);
    for (const [kind, look] of Object.entries(looks) as [Happening["kind"], Look][])
      on.set(kind, [...(on.get(kind) ?? []), [tally, look]]);
  }
  const note = (tally: Tally, words: string | undefined) => {
    tally.looked += 1;
    if (words === undefined || BROKEN_MAX <= broken.length) return;
    broken.push(`${history.at} ${tally.name} ${words}`);
  };
  return {
    broken,
    get looked() {
      return new Map(tallies.map(({ looked, name }) => [name, looked]));
    },
    begin: (storage) => history.read(storage),
    happened(happening) {
      history.take(happening);
      if (happening.kind === "committed")
        for (const change of history.changes)
          for (const [tally, ordered] of onOrder) note(tally, ordered(change, history));
      const looks = on.get(happening.kind);
      if (looks) for (const [tally, look] of looks) note(tally, look(happening, history));
    },
  };
}

interface Tally {
  readonly name: InvariantName;
  looked: number;
}

type Look = (happening: Happening, history: AccountHistory) => string | undefined;
