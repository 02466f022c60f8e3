import type { EquityCurveView } from "@sevenfold/contract/portfolio";
import type { ReactNode } from "react";
import { Change, Money, Percent } from "../ui/amounts.tsx";
import { figuresOf, paidInOver } from "./equity-figures.ts";

/** The range in two figures, whichever way it is shown, and what of the curve is neither gain nor loss. */
export function RangeFigures({ points }: { readonly points: EquityCurveView["points"] }) {
  const { change, largestDrawdown } = figuresOf(points);
  const paidIn = paidInOver(points);
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13">
      <Figure label="Change">
        <Change percent={change} />
      </Figure>
      <Figure label="Largest drawdown">
        <Percent of={largestDrawdown} />
      </Figure>
      {paidIn !== 0 && (
        <Figure label={0 < paidIn ? "Net deposits" : "Net withdrawals"}>
          <Money of={Math.abs(paidIn)} />
        </Figure>
      )}
    </dl>
  );
}

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="flex gap-1.5">
    <dt className="text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
);
