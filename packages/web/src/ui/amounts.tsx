import { classNames } from "./class-names.ts";
import {
  changeText,
  directionOf,
  type Figure,
  moneyText,
  percentChangeText,
  percentText,
  priceText,
  roundMoneyText,
} from "./figures.ts";

interface AmountProps {
  readonly of: Figure;
  readonly className?: string;
}

/** Dollars and cents. */
export const Money = ({ of, className }: AmountProps) => (
  <span className={classNames("figure", className)}>{moneyText(of)}</span>
);

/** Whole dollars, for goals and limits. */
export const RoundMoney = ({ of, className }: AmountProps) => (
  <span className={classNames("figure", className)}>{roundMoneyText(of)}</span>
);

/** A price of one share. */
export const Price = ({ of, className }: AmountProps) => (
  <span className={classNames("figure", className)}>{priceText(of)}</span>
);

/** A share of a whole, without a sign. */
export const Percent = ({ of, className }: AmountProps) => (
  <span className={classNames("figure", className)}>{percentText(of)}</span>
);

const INK = { up: "text-gain", down: "text-loss", flat: "text-muted", unknown: "text-muted" };
const ARROW = { up: "▲", down: "▼", flat: "", unknown: "" };

interface ChangeProps {
  /** Dollars. */
  readonly money?: Figure;
  readonly percent?: Figure;
  readonly className?: string;
}

/** A change by three cues: sign, arrow and colour. Give dollars, percent or both. */
export function Change({ money, percent, className }: ChangeProps) {
  const direction = directionOf(money === undefined ? percent : money);
  const words = [
    money === undefined ? undefined : changeText(money),
    percent === undefined ? undefined : percentChangeText(percent),
  ].filter((text) => text !== undefined);
  return (
    <span className={classNames("figure", INK[direction], className)}>
      {ARROW[direction] !== "" && (
        <span aria-hidden="true" className="mr-[0.4em] text-[0.65em] align-[0.12em]">
          {ARROW[direction]}
        </span>
      )}
      {words.length === 2 ? `${words[0]} (${words[1]})` : words[0]}
    </span>
  );
}
