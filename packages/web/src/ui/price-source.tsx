import { priceOf } from "../live/price-store.ts";
import { serverNow } from "../live/server-clock.ts";
import { type Standing, useStanding } from "../live/standing.ts";
import { classNames } from "./class-names.ts";
import { ageText, asOfText } from "./eastern-time.ts";
import { useNow } from "./use-now.ts";

interface PriceSourceProps {
  readonly ticker: string;
  readonly className?: string;
}

const INK: Readonly<Record<Standing, string>> = {
  live: "text-gain",
  recent: "text-muted",
  old: "text-amber",
  unknown: "text-muted",
};

/** Where a symbol's price is from and how old it is: "Live · 1s", "as of 10:42:07 ET · 14s". */
export function PriceSource({ ticker, className }: PriceSourceProps) {
  useNow(1_000);
  const standing = useStanding(ticker);
  const known = priceOf(ticker);
  if (known === undefined) return null;
  const now = serverNow();
  const source = standing === "live" ? "Live" : `as of ${asOfText(known.at, now)} ET`;
  return (
    <span className={classNames("figure", INK[standing], className)}>
      {source} · {ageText(now - known.at)}
    </span>
  );
}
