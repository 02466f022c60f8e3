import type { LoadContent, OpenOrder, PartMaker } from "@sevenfold/adapters-nats/shared/take-work";
import { readyOrder } from "./open-rows.ts";
import { plainFromBytes } from "./plain-bytes.ts";
import type { BarsMaterial, NumbersMaterial, RowOrder } from "./row-order.ts";
import { bytesOfRows } from "./rows-bytes.ts";
import { type RowsThreads, rowsThreads } from "./rows-threads.ts";

/** Orders whose threads wait for parts: two sweeps may take turns. */
const ORDERS_OPEN = 2;
/** Bars that are kept for the next order, as of the next window of a walk. */
const MATERIALS_KEPT = 2;

export interface RowsMaker extends PartMaker {
  end(): Promise<void>;
}

/** Makes the rows of parts on threads of this process. */
export function rowsMaker(): RowsMaker {
  const open = recent<Promise<RowsThreads>>(ORDERS_OPEN, async (threads) =>
    (await threads.catch(() => undefined))?.end(),
  );
  const materials = recent<Promise<BarsMaterial | NumbersMaterial>>(MATERIALS_KEPT);
  const opened = async (order: string, [material]: readonly string[], load: LoadContent) => {
    const said = plainFromBytes(await load(order)) as RowOrder;
    const made = materials.of(material!, async () => materialFrom(await load(material!)));
    return rowsThreads(readyOrder(said, await made));
  };
  return {
    async open(order, needed, load): Promise<OpenOrder> {
      const threads = await open.of(order, () => opened(order, needed, load));
      return async (from, to) => bytesOfRows(await threads.compute(from, to));
    },
    end: () => open.end(),
  };
}

/** On memory that threads share: it is there once. */
const materialFrom = (bytes: Uint8Array) =>
  plainFromBytes(bytes, (size) => new SharedArrayBuffer(size)) as BarsMaterial | NumbersMaterial;

/** The last few things made, by name; what could not be made is forgotten at once. */
function recent<T extends Promise<unknown>>(
  most: number,
  end: (gone: T) => Promise<void> | void = () => undefined,
) {
  const kept = new Map<string, T>();
  const drop = async (name: string) => {
    const gone = kept.get(name);
    kept.delete(name);
    if (gone) await end(gone);
  };
  return {
    of(name: string, make: () => T): T {
      const known = kept.get(name);
      const one = known ?? make();
      if (known === undefined)
        one.catch(() => {
          if (kept.get(name) === one) kept.delete(name);
        });
      kept.delete(name);
      kept.set(name, one);
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - most)))
        void drop(oldest);
      return one;
    },
    async end() {
      for (const name of [...kept.keys()]) await drop(name);
    },
  };
}
