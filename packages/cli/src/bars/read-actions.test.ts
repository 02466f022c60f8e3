import { expect, it } from "vitest";
import { file } from "../testing/bar-files.ts";
import { readActions } from "./read-actions.ts";

const tickersOf = async (name: string, text: string) => [
  ...(await readActions(await file(name, text), "America/New_York")).bySymbol.keys(),
];

it.each(["BRK/B", "BRK-B", "BRK.B", " brk/b"])(
  "gives what happened to %s to no other symbol",
  async (cell) => {
    const text = `date,symbol,dividend\n2024-01-03,${cell},0.5\n`;

    expect(await tickersOf("all/actions.csv", text)).toEqual(["BRK.B"]);
  },
);

it("takes the symbol of a file that names none from the file's name", async () => {
  const text = "date,dividend\n2024-01-03,0.5\n";

  expect(await tickersOf("each/orcl-actions.csv", text)).toEqual(["ORCL"]);
});
