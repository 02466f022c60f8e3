import { InvalidArgumentError, Option } from "commander";

/** A flag that takes one of a few words, in any case. */
export function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).argParser((text: string) => {
    const known = choices.find((word) => word === text.toLowerCase());
    if (known === undefined) throw new InvalidArgumentError(`It is one of ${choices.join(", ")}.`);
    return known;
  });
}
