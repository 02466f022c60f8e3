import { classNames } from "../ui/class-names.ts";
import type { HoveredNote } from "./use-chart-notes.ts";

const WIDTH = 240;

/** What a mark on the chart says, beside the pointer. The same words stand in the lists below. */
export const NoteTip = ({ hovered: { note, x, y } }: { readonly hovered: HoveredNote }) => (
  <div
    role="tooltip"
    style={{ left: Math.max(8, x - WIDTH / 2), width: WIDTH, top: y }}
    className={classNames(
      "pointer-events-none absolute z-10 rounded-control border border-line bg-raised p-2.5 text-13 shadow-float",
      120 < y ? "-translate-y-[calc(100%+16px)]" : "translate-y-4",
    )}
  >
    <p className="font-medium">{note.title}</p>
    <p className="mt-0.5 text-muted">{note.words}</p>
  </div>
);
