import { describe, expect, it } from "vitest";

import { csvLine } from "./csv.ts";

describe("a line of a CSV file", () => {
  it("ends with CRLF, and leaves out what is unknown", () => {
    expect(csvLine([1, "x"])).toBe("1,x\r\n");
    expect(csvLine([-2.5, null])).toBe("-2.5,\r\n");
  });

  it("quotes what would break it", () => {
    expect(csvLine(['say "hi", then\ngo'])).toBe('"say ""hi"", then\ngo"\r\n');
    expect(csvLine(["two\nlines"])).toBe('"two\nlines"\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@sum", "\tx", "＝1+1", "＋1", "－1", "＠sum"])(
    "keeps a spreadsheet from running %j",
    (text) => {
      expect(csvLine([text])).toBe(`'${text}\r\n`);
    },
  );

  it.each(["\n=1+1", "\r=1+1"])(
    "keeps it from running also what a line break leads: %j",
    (text) => {
      expect(csvLine([text])).toBe(`"'${text}"\r\n`);
    },
  );
});
