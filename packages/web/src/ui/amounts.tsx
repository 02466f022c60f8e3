import { useValuesHidden } from "./appearance.ts";
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
  sharesText,
  UNKNOWN,
} from "./figures.ts";

interface AmountProps {
  readonly of: Figure;
  readonly className?: string;
}

/** An amount that is covered while values are hidden. */
export function Covered({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string;
}) {
  const isHidden = useValuesHidden();
  return (
    <span className={classNames("figure", className)}>
      {isHidden && text !== UNKNOWN ? <Cover /> : text}
    </span>
  );
}

/** Stands where an amount is hidden. */
export const Cover = () => (
  <>
    <span aria-hidden="true" title="Values are hidden" className="tracking-[0.1em] text-muted">
      •••••
    </span>
    <span className="sr-only">hidden</span>
  </>
);

/** Dollars and cents of the account. */
export const Money = ({ of, className }: AmountProps) => (
  <Covered text={moneyText(of)} {...(className !== undefined && { className })} />
);

/** Dollars and cents of an order about to be sent: what is agreed to is always shown. */
export const OrderMoney = ({ of, className }: AmountProps) => (
  <span className={classNames("figure", className)}>{moneyText(of)}</span>
);

/** Whole dollars of the account, for goals and limits. */
export const RoundMoney = ({ of, className }: AmountProps) => (
  <Covered text={roundMoneyText(of)} {...(className !== undefined && { className })} />
);

/** Shares of the account. */
export const Shares = ({ of, className }: AmountProps) => (
  <Covered text={sharesText(of)} {...(className !== undefined && { className })} />
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
  /** Of the market, not of the account: never covered. */
  readonly isPublic?: boolean;
  readonly className?: string;
}

/** A change by three cues: sign, arrow and colour. Give dollars, percent or both. */
export function Change({ money, percent, isPublic = false, className }: ChangeProps) {
  const isHidden = useValuesHidden() && !isPublic;
  const direction = directionOf(money === undefined ? percent : money);
  const amount =
    money === undefined ? undefined : isHidden && money !== null ? <Cover /> : changeText(money);
  const rate =
    percent === undefined && money !== undefined ? undefined : percentChangeText(percent);
  // One dash says it: "– (–)" says no more.
  const isUnknown = amount === UNKNOWN && rate === UNKNOWN;
  return (
    <span className={classNames("figure", INK[direction], className)}>
      {ARROW[direction] !== "" && (
        <span aria-hidden="true" className="mr-[0.4em] text-[0.65em] align-[0.12em]">
          {ARROW[direction]}
        </span>
      )}
      {amount}
      {rate !== undefined && (amount === undefined ? rate : !isUnknown && ` (${rate})`)}
    </span>
  );
}
