/** Figures as text, in US English. Minus is U+2212; what is unknown is an en dash, never a zero. */
export const UNKNOWN = "–";

const MINUS = "\u2212";
const dollars = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const finerDollars = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});
const wholeDollars = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat("en-US");

const fixed = (digits: number) =>
  digits === 2
    ? dollars
    : new Intl.NumberFormat("en-US", {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });

export type Figure = number | null | undefined;
const isKnown = (amount: Figure): amount is number =>
  amount !== null && amount !== undefined && Number.isFinite(amount);

/** "$1,234.56", "−$5.00". */
export function moneyText(amount: Figure): string {
  if (!isKnown(amount)) return UNKNOWN;
  const text = dollars.format(Math.abs(amount));
  return `${isNegative(amount, text) ? MINUS : ""}$${text}`;
}

/** A price: cents, and ten-thousandths below a dollar, where it moves by them. */
export const priceText = (amount: Figure): string =>
  isKnown(amount) && 0 < amount && amount < 1
    ? `$${finerDollars.format(amount)}`
    : moneyText(amount);

/** "$700,000". */
export const roundMoneyText = (amount: Figure): string =>
  isKnown(amount) ? `${amount < 0 ? MINUS : ""}$${wholeDollars.format(Math.abs(amount))}` : UNKNOWN;

/** "+$12.00", "−$5.00", "$0.00". */
export const changeText = (amount: Figure): string =>
  isKnown(amount) ? `${plusOf(amount, moneyText(amount))}${moneyText(amount)}` : UNKNOWN;

/** "1.24%". */
export function percentText(percent: Figure, digits = 2): string {
  if (!isKnown(percent)) return UNKNOWN;
  const text = fixed(digits).format(Math.abs(percent));
  return `${isNegative(percent, text) ? MINUS : ""}${text}%`;
}

/** "+1.24%". */
export const percentChangeText = (percent: Figure): string =>
  isKnown(percent) ? `${plusOf(percent, percentText(percent))}${percentText(percent)}` : UNKNOWN;

export const sharesText = (count: Figure): string =>
  isKnown(count) ? plain.format(count) : UNKNOWN;

/** What the printed figure says: an amount that prints as zero has no direction. */
export function directionOf(amount: Figure): "up" | "down" | "flat" | "unknown" {
  if (!isKnown(amount)) return "unknown";
  if (Math.abs(amount) < 0.005) return "flat";
  return 0 < amount ? "up" : "down";
}

const isNegative = (amount: number, text: string) => amount < 0 && /[1-9]/.test(text);
const plusOf = (amount: number, text: string) => (0 < amount && /[1-9]/.test(text) ? "+" : "");
