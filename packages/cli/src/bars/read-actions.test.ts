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

it.each(["ORCL WS", "ORCL.US", "NASDAQ:ORCL"])(
  "gives what happened to %s not to ORCL",
  async (cell) => {
    const text = `date,symbol,split\n2024-01-03,${cell},2:1\n`;

    expect(await tickersOf("all/parts.csv", text)).toEqual([cell]);
  },
);

it("refuses a row whose symbol is empty", async () => {
  await expect(tickersOf("all/empty.csv", "date,symbol,split\n2024-01-03,,2:1\n")).rejects.toThrow(
    /empty\.csv:2: the symbol is empty/,
  );
});

it("refuses a row that is earlier than another of its symbol above it, and says what to do", async () => {
  const rows = "2024-01-03,ORCL,2:1\n2024-01-01,IBM,2:1\n2024-01-02,ORCL,2:1\n";

  await expect(tickersOf("all/late.csv", `date,symbol,split\n${rows}`)).rejects.toThrow(
    /late\.csv:4: the row is earlier than the one before it of its symbol; sort the file with the oldest row first/,
  );
});

it("takes the thirds of a column that a program wrote for what they are, so that no share is lost", async () => {
  const text = `Date,Dividends,Stock Splits
2024-01-03,0.0,0.3333333333333333
2024-02-05,0.0,0.033333
2024-03-05,0.0,1.3333333333333333
2024-04-03,0.0,0.0
2024-05-03,0.0,1.5
`;
  const { bySymbol } = await readActions(await file("each/ABC.csv", text), "America/New_York");

  expect(
    bySymbol.get("ABC")?.map((each) => each.kind === "split" && [each.numerator, each.denominator]),
  ).toEqual([
    [1, 3],
    [1, 30],
    [4, 3],
    [3, 2],
  ]);
});
