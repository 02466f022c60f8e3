import type { SettingsPreviewView } from "@sevenfold/contract/settings";
import { Money } from "../ui/amounts.tsx";
import { dayText } from "../ui/eastern-time.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { TABLE_HEAD } from "../ui/table.ts";

interface PreviewTableProps {
  readonly view: SettingsPreviewView;
  readonly className: string;
}

/** Both curves in figures, newest first. */
export function PreviewTable({ view: { proposed, current }, className }: PreviewTableProps) {
  const stored = new Map(current.points.map(({ at, equity }) => [at, equity]));
  return (
    <ScrollRegion
      label="Equity over the last year"
      className={`rounded-control border border-line ${className}`}
    >
      <table className="w-full">
        <thead className={`${TABLE_HEAD} sticky top-0 bg-surface`}>
          <tr>
            <th scope="col" className="text-left">
              Day (ET)
            </th>
            <th scope="col">These values</th>
            <th scope="col">Stored now</th>
          </tr>
        </thead>
        <tbody>
          {proposed.points.toReversed().map(({ at, equity }) => (
            <tr
              key={at}
              className="h-9 border-t border-line [&>td]:px-2.5 [&>td]:text-right [&>td:last-child]:pr-4"
            >
              <th scope="row" className="figure pl-4 text-left font-normal text-muted">
                {dayText(at)}
              </th>
              <td>
                <Money of={equity} />
              </td>
              <td>
                <Money of={stored.get(at)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
