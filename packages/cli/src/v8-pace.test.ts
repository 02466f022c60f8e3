import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { laterOptimizing } from "./v8-pace.ts";

describe("what V8 is told of its pace", () => {
  it("is what the V8 of this Node knows, which would complain of anything else", () => {
    const known = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });

    for (const flag of laterOptimizing(process.version))
      expect(known).toContain(`${flag.split("=")[0]} `);
  });

  it.each(["v22.12.0", "v24.0.0", "v200.0.0"])("is nothing in Node %s", (version) => {
    expect(laterOptimizing(version)).toEqual([]);
  });
});
