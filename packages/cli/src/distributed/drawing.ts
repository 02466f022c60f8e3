import type { Bootstrap, PathDraw } from "@sevenfold/application/research/monte-carlo/bootstrap";
import { computeRows } from "../resumable/compute-rows.ts";
import type { KeptRows } from "../resumable/kept-rows.ts";
import type { Terminal } from "../terminal.ts";
import type { DistributedFlags } from "./measuring.ts";

export interface PathsAsked {
  readonly draw: PathDraw;
  /** What it draws from. */
  readonly from: readonly number[];
  readonly block: number;
  readonly bootstrap: Bootstrap;
  readonly kept: KeptRows;
  readonly onProgress: (done: number) => void;
}

/** Where paths are drawn: in this process, or by workers elsewhere. */
export interface Drawing {
  draw(asked: PathsAsked): Promise<Float64Array>;
  /** To be called whatever happened. */
  end(): Promise<void>;
}

export async function openDrawing(
  { distributed }: DistributedFlags,
  terminal: Terminal,
): Promise<Drawing> {
  if (!distributed) return { draw: drawnHere, end: async () => undefined };
  const { openSharing } = await import("./share-rows.ts");
  const { share, end } = openSharing(terminal);
  return {
    draw: ({ draw: { method, paths, steps, width }, from, block, bootstrap, kept, onProgress }) =>
      share({
        order: { kind: "paths", method, block, bootstrap },
        material: { numbers: Float64Array.from(from) },
        ...{ count: paths, width, stepsEach: steps, kept, onProgress },
      }),
    end,
  };
}

/** Steps drawn at a time, so that a signal is heard soon. */
const STEPS_AT_ONCE = 100_000;

async function drawnHere({ draw, kept, onProgress }: PathsAsked): Promise<Float64Array> {
  const { paths, steps, width } = draw;
  const rows = new Float64Array(paths * width);
  await computeRows({
    ...{ rows, count: paths, kept, onProgress },
    atOnce: Math.max(1, Math.floor(STEPS_AT_ONCE / steps)),
    compute: (from, to) => draw.draw(rows, from, to),
  });
  return rows;
}
