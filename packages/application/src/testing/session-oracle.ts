import type { Happening } from "./simulate/invariants/account-history.ts";
import { type InvariantWatch, invariantWatch } from "./simulate/invariants/invariant-watch.ts";
import { type AccountOracle, accountOracle } from "./simulate/oracle/account-oracle.ts";
import { toldStorage } from "./simulate/told-storage.ts";
import type { Witness, World } from "./world/world.ts";

/** The oracle of the one account of a simulated world and its invariants, as the world's witness. */
export interface SessionOracle extends Witness, Pick<AccountOracle, "broken" | "judged"> {
  readonly looked: InvariantWatch["looked"];
}

export function sessionOracle(): SessionOracle {
  let world: World | undefined;
  let oracle: AccountOracle | undefined;
  let invariants: InvariantWatch | undefined;
  const happened = (happening: DistributiveOmit<Happening, "at">) =>
    invariants?.happened({ ...happening, at: world!.clock.now() });
  return {
    get broken() {
      return [...(oracle?.broken ?? []), ...(invariants?.broken ?? [])];
    },
    get judged() {
      return oracle!.judged;
    },
    get looked() {
      return invariants!.looked;
    },
    async begin(begun) {
      world = begun;
      oracle = accountOracle({ ...begun, account: begun });
      await oracle.begin();
      invariants = invariantWatch(begun);
      await invariants.begin(begun.storage);
      begun.venue.readers.add((notice) => happened({ kind: "at-broker", notice }));
    },
    watch: (storage) =>
      toldStorage(storage, (written) => {
        oracle?.committed(written);
        happened({ kind: "committed", written });
      }),
    started: (worker) => oracle?.started(worker),
    heard(by, prints) {
      happened({ kind: "heard", prints });
      oracle?.heard(by, prints);
    },
  };
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;
