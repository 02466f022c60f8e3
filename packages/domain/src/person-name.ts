/** A name or address as it is compared: what folds to the same text is the same name. */
export const foldedName = (name: string): string =>
  name.normalize("NFKC").toLowerCase().normalize("NFKC").trim();

/** Alphabets whose letters are easily taken for one another's. A name keeps to one of them. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Georgian}/u,
] as const;

/** Whether the name mixes alphabets that look alike, as one that imitates another name does. */
export const mixesAlphabets = (name: string): boolean =>
  1 < ALPHABETS.filter((alphabet) => alphabet.test(name.normalize("NFKC"))).length;

/** Whether the name holds characters nobody sees: controls, joiners, direction marks, halves of pairs. */
export const hasInvisible = (name: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u.test(name);
