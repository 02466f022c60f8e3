import { describe, expect, it } from "vitest";
import { fittedTo } from "../terminal.ts";
import { fittedTables } from "./fitted-tables.ts";
import { textTable } from "./text-table.ts";

const WIDTH = 40;

describe("tables on a terminal", () => {
  it("stay as they are where there is room, and so does what is no table", () => {
    const table = textTable(["Symbol", "Rows"], [["ORCL", "5,036"]], ["left", "right"]);
    const text = `${"words ".repeat(20)}\n\n${table}\n{"one":"${"long ".repeat(20)}"}\n`;

    expect(fittedTables(text, WIDTH)).toBe(text);
  });

  it("break long headings", () => {
    const table = textTable(
      ["buyDropPct", "Sharpe in sample", "Return, all days"],
      [["4%", "0.44", "−1.19%"]],
      ["right", "right", "right"],
    );

    expect(fittedTables(`before\n\n${table}\n\nafter\n`, WIDTH).split("\n")).toEqual([
      ...["before", ""],
      "buyDropPct  Sharpe  Return,",
      "                in      all",
      "            sample     days",
      "──────────  ──────  ───────",
      "        4%    0.44   −1.19%",
      ...["", "after", ""],
    ]);
  });

  it("break a last column of words", () => {
    const table = textTable(
      ["Guard", "", ""],
      [
        ["Skill", "0.01%", "a year beyond holding the same symbols"],
        ["Plateau", "0.25", "middle"],
      ],
      ["left", "right", "left"],
    );

    expect(fittedTables(table, WIDTH).split("\n")).toEqual([
      "Guard",
      "───────  ─────  ────────────────────────",
      "Skill    0.01%  a year beyond holding",
      "                the same symbols",
      "Plateau   0.25  middle",
    ]);
  });

  it("stand in parts with numbered rows where that is not enough", () => {
    const table = textTable(
      ["Symbol", "First", "Last", "From"],
      [
        ["ORCL", "2018-01-02T14:30:00.000Z", "2019-12-19T19:49:00.000Z", "m1.csv"],
        ["YHOO", "2018-01-03T14:30:00.000Z", "", "m2.csv"],
      ],
      ["left", "left", "left", "left"],
    );

    expect(fittedTables(table, WIDTH).split("\n")).toEqual([
      "#  Symbol  First",
      "─  ──────  ────────────────────────",
      "1  ORCL    2018-01-02T14:30:00.000Z",
      "2  YHOO    2018-01-03T14:30:00.000Z",
      "",
      "#  Last                      From",
      "─  ────────────────────────  ──────",
      "1  2019-12-19T19:49:00.000Z  m1.csv",
      "2                            m2.csv",
    ]);
  });

  it("break words that are too wide for a part of their own", () => {
    const table = textTable(
      ["Value of the strategy", "What it is"],
      [["+0.38%", "on the 3,526 days it was chosen by, after all of its costs"]],
      ["right", "left"],
    );

    expect(fittedTables(table, 28).split("\n")).toEqual([
      ...["#  Value of", "        the", "   strategy", "─  ────────", "1    +0.38%", ""],
      ...["#  What it is", `─  ${"─".repeat(25)}`],
      ...["1  on the 3,526 days it was", "   chosen by, after all of", "   its costs"],
    ]);
  });

  it("are as wide as they are where the width is not known", () => {
    const table = textTable(["One", "Other"], [["a", "word after word"]], ["left", "left"]);
    const written = (columns?: number): string => {
      const said: string[] = [];
      fittedTo({ write: (text: string) => said.push(text), columns }).write(table);
      return said.join("");
    };

    expect(written()).toBe(table);
    expect(written(0)).toBe(table);
    expect(written(12).split("\n")).toEqual([
      ...["#  One", "─  ───", "1  a", ""],
      ...["#  Other", "─  ───────────────", "1  word after word"],
    ]);
  });
});
