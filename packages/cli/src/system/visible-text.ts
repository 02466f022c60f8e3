/** Text that may come from a file, fit for a terminal: what would steer it is a dot. */
export const visibleText = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]/gu, "·");
