const GREEN = "\u001b[32m";
const RED = "\u001b[31m";
const BOLD = "\u001b[1m";
const PLAIN = "\u001b[0m";

/** Colors a text, or leaves it as it is where the reader wants none. */
export interface Paint {
  /** Green above zero, red below. */
  bySign(text: string, amount: number): string;
  bold(text: string): string;
}

export const paintFor = (hasColor: boolean): Paint =>
  hasColor
    ? {
        bySign: (text, amount) =>
          amount === 0 ? text : `${0 < amount ? GREEN : RED}${text}${PLAIN}`,
        bold: (text) => `${BOLD}${text}${PLAIN}`,
      }
    : { bySign: (text) => text, bold: (text) => text };
