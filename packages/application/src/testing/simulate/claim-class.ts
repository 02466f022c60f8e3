/**
 * The words of a broken claim without its numbers, order ids and symbols: two plans that fail by the
 * same class fail by the same thing, also where a smaller plan trades other shares.
 */
export const claimClassOf = (claim: string): string =>
  claim
    .replace(/[\w.,:$%+-]*\d[\w.,:$%+-]*/g, "#")
    .replace(/\b[A-Z]{1,5}\b/g, "#")
    .replace(/#(\s+#)+/g, "#");
