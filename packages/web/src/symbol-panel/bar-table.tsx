import type { BarView } from "@sevenfold/contract/market";
import { Price } from "../ui/amounts.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { sharesText } from "../ui/figures.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { TABLE_HEAD } from "../ui/table.ts";

/** The chart's bars as a table, newest first. */
export const BarTable = ({ bars }: { readonly bars: readonly BarView[] }) => (
  <ScrollRegion label="Bars" className="h-full border-t border-line">
    <table className="w-full">
      <thead className={`${TABLE_HEAD} sticky top-0 bg-surface`}>
        <tr>
          <th scope="col" className="pl-5 text-left">
            Time (ET)
          </th>
          <th scope="col">Open</th>
          <th scope="col">High</th>
          <th scope="col">Low</th>
          <th scope="col">Close</th>
          <th scope="col" className="pr-5">
            Volume
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map((bar) => (
          <tr key={bar.start} className="h-9 border-t border-line [&>td]:px-2.5 [&>td]:text-right">
            <th scope="row" className="figure pl-5 text-left font-normal text-muted">
              {momentText(bar.start)}
            </th>
            <td>
              <Price of={bar.open} />
            </td>
            <td>
              <Price of={bar.high} />
            </td>
            <td>
              <Price of={bar.low} />
            </td>
            <td>
              <Price of={bar.close} />
            </td>
            <td className="figure !pr-5">{sharesText(bar.volume)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);
