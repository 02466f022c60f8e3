import { InvalidArgumentError } from "commander";

/** Reads a flag that is a whole number between two, both included. */
export const wholeNumber = (min: number, max: number) => (text: string) => {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(min <= count && count <= max))
    throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}.`);
  return count;
};
