import { isParameterName } from "@sevenfold/application/research/sweep/sweep-parameter";
import { STEP_COLUMNS, TRIAL_COLUMNS } from "../run/sweep-schema.ts";

const NAME = /^[A-Za-z][A-Za-z0-9]{0,39}$/;
const PARAMETERS_MAX = 20;
const COLUMNS = new Set(
  [...TRIAL_COLUMNS, ...STEP_COLUMNS].map((column: string) => column.toLowerCase()),
);

/**
 * What is wrong with the names of a strategy's parameters: they are typed after `--set`, and stand as
 * columns beside those of a sweep and a walk.
 */
export function wrongNameOf(names: readonly string[]): string | undefined {
  if (PARAMETERS_MAX < names.length)
    return `it declares ${names.length} parameters, and ${PARAMETERS_MAX} are allowed`;
  const seen = new Set<string>();
  for (const name of names) {
    if (!NAME.test(name))
      return `the parameter "${name.slice(0, 60)}" needs a name of letters and digits, such as fastBars`;
    if (isParameterName(name) || COLUMNS.has(name.toLowerCase()))
      return `the parameter ${name} is called like a setting or a result; give it another name`;
    if (seen.has(name.toLowerCase()))
      return `the parameter ${name} differs from another by its capitals alone`;
    seen.add(name.toLowerCase());
  }
  return undefined;
}
