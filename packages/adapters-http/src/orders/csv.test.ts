import { describe, expect, it } from "vitest";

import { csvOf } from "./csv.ts";

describe("a CSV file", () => {
  it("has a heading, a line for each row, and CRLF at their ends", () => {
    expect(
      csvOf(
        ["a", "b"],
        [
          [1, "x"],
          [-2.5, null],
        ],
      ),
    ).toBe("a,b\r\n1,x\r\n-2.5,\r\n");
  });

  it("quotes what would break a line", () => {
    expect(csvOf(["a"], [['say "hi", then\ngo']])).toBe('a\r\n"say ""hi"", then\ngo"\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@sum", "\tx"])("keeps a spreadsheet from running %j", (text) => {
    expect(csvOf(["a"], [[text]])).toBe(`a\r\n'${text}\r\n`);
  });
});
