/** A fault planted on purpose, and the tests that find it. */
export interface Mutant {
  /** What is wrong, in the field's words. */
  readonly name: string;
  readonly file: string;
  /** Text that stands in the file exactly once. */
  readonly replace: string;
  readonly by: string;
  /** Test files, and of each the cases that fail: every one of them. */
  readonly foundBy: Readonly<Record<string, readonly string[]>>;
}

export interface MutantGroup {
  readonly breaks: string;
  readonly mutants: readonly Mutant[];
}

/** The source with the fault in it. */
export function planted(source: string, { by, file, name, replace }: Mutant): string {
  const found = source.split(replace).length - 1;
  if (found !== 1)
    throw new Error(`"${name}": ${file} holds the text to replace ${found} times, not once.`);
  return source.replace(replace, () => by);
}
