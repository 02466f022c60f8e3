import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnRoom } from "./column-room.ts";

describe("room for columns", () => {
  it("never gives a byte to two columns, however many are asked for", () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.nat(32),
        fc.array(fc.constantFrom("floats" as const, "integers" as const, "shorts" as const), {
          maxLength: 12,
        }),
        (rows, readBytes, wanted) => {
          const room = columnRoom(rows, readBytes);
          const columns = wanted.map((kind) => room[kind]());
          for (const [at, column] of columns.entries()) column.fill(at + 1);
          expect(columns.map((column) => [...column])).toEqual(
            columns.map((_, at) => new Array(rows).fill(at + 1)),
          );
        },
      ),
    );
  });

  it("has place for what is worked out of the rows beside what is read of them", () => {
    const room = columnRoom(1_000, 8 + 4);
    const columns = [room.floats(), room.integers(), room.floats(), room.integers()];
    expect(new Set(columns.map(({ buffer }) => buffer)).size).toBe(1);
    const { buffer } = room.floats();
    expect(buffer).not.toBe(columns[0]!.buffer);
  });
});
