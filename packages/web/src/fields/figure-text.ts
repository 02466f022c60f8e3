const PLAIN = /^[-+\u2212]?(\d+\.?\d*|\.\d+)$/;
const GROUPED = /^[-+\u2212]?\d{1,3}(,\d{3})+(\.\d*)?$/;
const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });

/**
 * The number a person typed, with or without thousands separators; NaN where it is none. A comma
 * anywhere else is no separator: "1,5" is no 15.
 */
export function figureOf(text: string): number {
  const typed = text.trim();
  if (!PLAIN.test(typed) && !GROUPED.test(typed)) return Number.NaN;
  return Number(typed.replaceAll(",", "").replace("\u2212", "-"));
}

/** "1,000"; nothing for what is no number. */
export const groupedText = (figure: unknown): string =>
  typeof figure === "number" && Number.isFinite(figure) ? plain.format(figure) : "";
