import { describe, expect, it } from "vitest";

import { openEventLog } from "./event-log.ts";

const hashOf = (...lines: readonly string[]): string => {
  const log = openEventLog(false, () => 1_000);
  for (const line of lines) log.note(line);
  return log.hash();
};
const failed = (stack: string, rest = "1"): string =>
  `account-stopped ${JSON.stringify({ error: stack, rest })}`;

describe("a hash of events", () => {
  it("is the same wherever in the file system, and on whichever line, an error was thrown", () => {
    const here = failed('Error: gone\n    at reach (/home/a/x.js:38:15)\n    at async <"b">:1');
    const there = failed("Error: gone\n    at reach (C:\\\\b\\\\x.ts:34:2)");
    expect(hashOf(here)).toBe(hashOf(there));
  });

  it("is another one by the words of an error and by what stands behind it", () => {
    const stack = "\n    at reach (/home/a/x.js:38:15)";
    const hashes = [
      hashOf(failed(`Error: gone${stack}`)),
      hashOf(failed(`Error: away${stack}`)),
      hashOf(failed(`Error: gone${stack}`, "2")),
      hashOf(failed(`Error: gone${stack}\nand more`)),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
