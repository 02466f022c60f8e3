import { resolve } from "node:path";
import { type Mutant, planted } from "./mutant.ts";
import { MUTANTS } from "./mutant-list.ts";

/**
 * Puts the fault that MUTANT names into its file while tests load it, so that no source is touched. A
 * plug-in of vitest's configuration; it does nothing while MUTANT names none. The variable is read anew
 * for each file, because `scripts/mutants.mjs` goes through the list with one vitest.
 */
export const plantMutant = {
  name: "plant-mutant",
  enforce: "pre" as const,
  transform(source: string, id: string): string | undefined {
    const mutant = mutantNamed(process.env.MUTANT);
    return mutant && pathOf(mutant) === id.replace(/\?.*$/, "")
      ? planted(source, mutant)
      : undefined;
  },
};

function mutantNamed(name: string | undefined): Mutant | undefined {
  if (!name) return undefined;
  const mutant = MUTANTS.find((known) => known.name === name);
  if (!mutant) throw new Error(`MUTANT is "${name}", which no row of the list is called.`);
  return mutant;
}

const pathOf = ({ file }: Mutant): string => resolve(file).replaceAll("\\", "/");
