import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { opensAtOf } from "./worlds.mjs";

/** Lays a world and a grid out in a folder, as raw little-endian columns, for a program to read. */
export function layOut(folder, world, grid) {
  const put = (name, numbers) =>
    writeFileSync(
      join(folder, name),
      new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
    );
  put("shape.i32", Int32Array.of(world.symbols, world.bars, grid.length));
  put("close.i32", joined(world.closes));
  put("open.i32", joined(world.opens));
  put("opens-at.f64", opensAtOf(world));
  const isEnd = (bar) => Number((bar + 1) % world.barsPerDay === 0);
  put(
    "ends.i32",
    Int32Array.from({ length: world.bars }, (_, bar) => isEnd(bar)),
  );
  if (world.account !== undefined) put("account.i64", world.account);
  put("settings.i32", Int32Array.from(grid.flatMap(({ fall, rise }) => [fall, rise])));
}

/** Numbers that a program left in the folder. */
export function numbersIn(folder, name) {
  const bytes = readFileSync(join(folder, name));
  return new Float64Array(Uint8Array.from(bytes).buffer);
}

function joined(columns) {
  const all = new Int32Array(columns.length * columns[0].length);
  for (const [place, column] of columns.entries()) all.set(column, place * column.length);
  return all;
}
