import { Fragment } from "react";
import { Cover } from "./amounts.tsx";
import { useValuesHidden } from "./appearance.ts";

/** Dollars, and how many shares: what a sentence names of an account. */
const NAMED = /[−-]?\$\d[\d,]*(?:\.\d+)?|\b\d[\d,.]*(?= shares?\b)/;

/** A sentence about the account, the server's or the broker's: its amounts are covered while values are hidden. */
export function CoveredWords({ of }: { readonly of: string }) {
  const isHidden = useValuesHidden();
  if (!isHidden) return of;
  return of.split(NAMED).map((words, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a sentence have no other name.
    <Fragment key={place}>
      {0 < place && <Cover />}
      {words}
    </Fragment>
  ));
}
