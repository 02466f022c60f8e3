import fc from "fast-check";
import { expect, it } from "vitest";
import { openDuckdb, quoted } from "./duckdb.ts";

const duckdb = (await openDuckdb())!;

/** Of no letter that ends a text in DuckDB's memory or in SQL. */
const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((one) => !one.includes("\0"));

it("gives texts back as they are, whatever their length, and null for what is none", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.option(text, { nil: undefined }), text), {
        minLength: 1,
        maxLength: 80,
      }),
      async (rows) => {
        const sql = (one: string | undefined) => (one === undefined ? "null" : quoted(one));
        const values = rows.map(([one, other]) => `(${sql(one)}::varchar, ${sql(other)})`);
        expect(await duckdb.textsOf(`from (values ${values.join(", ")})`)).toEqual(rows);
      },
    ),
    { numRuns: 60 },
  );
});

it("gives every row of a result of several pieces, in order", async () => {
  const rows = await duckdb.textsOf("select (i * 1000000000000)::varchar from range(5000) r(i)");
  expect(rows).toEqual(Array.from({ length: 5_000 }, (_, i) => [String(i * 1_000_000_000_000)]));

  const stream = await duckdb.stream("select i::double, i from range(5000) r(i)");
  const [floats, whole]: [number[], bigint[]] = [[], []];
  for (;;) {
    const chunk = await stream.next();
    if (chunk === undefined) break;
    floats.push(...new Float64Array(chunk.bytesOf(0, 8)));
    whole.push(...new BigInt64Array(chunk.bytesOf(1, 8)));
  }
  expect(floats).toEqual(Array.from({ length: 5_000 }, (_, i) => i));
  expect(whole.map(Number)).toEqual(floats);
});

it("throws what DuckDB says of a statement that it cannot do", async () => {
  await expect(duckdb.run("select nothing")).rejects.toThrow(/nothing/);
  await expect(duckdb.textsOf("from nowhere")).rejects.toThrow(/nowhere/);
  await expect(duckdb.stream("from nowhere")).rejects.toThrow(/nowhere/);
});
