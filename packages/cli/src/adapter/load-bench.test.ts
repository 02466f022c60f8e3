import { readFileSync } from "node:fs";
import { BROKER_CASES } from "@sevenfold/application/broker-kit/broker-cases";
import {
  BROKER_CAPABILITIES,
  type BrokerCapability,
} from "@sevenfold/application/broker-kit/venue-bench";
import { describe, expect, it } from "vitest";
import { loadBench, OWN_ADAPTERS } from "./load-bench.ts";

const PAGE = readFileSync(new URL("../../../../docs/broker-adapters.md", import.meta.url), "utf8");

describe("the adapters' page", () => {
  it("says of every capability what it is, and who claims it", async () => {
    const benches = await Promise.all(OWN_ADAPTERS.map((name) => loadBench(name)));
    const capabilities = Object.entries(BROKER_CAPABILITIES) as [BrokerCapability, string][];
    const rows = capabilities.map(([name, words]) => [
      `\`${name}\``,
      words,
      ...benches.map((bench) => (bench.capabilities.includes(name) ? "yes" : "")),
    ]);

    expect(tableAfter("## Capabilities")).toEqual([
      ["Capability", "What the venue or its bench can do", ...OWN_ADAPTERS],
      ...rows,
    ]);
  });

  it("needs no capability that no rule needs", () => {
    const needed = new Set(BROKER_CASES.flatMap(({ needs = [] }) => needs));

    expect(Object.keys(BROKER_CAPABILITIES).filter((name) => !needed.has(name as never))).toEqual(
      [],
    );
  });
});

function tableAfter(heading: string): readonly (readonly string[])[] {
  return PAGE.slice(PAGE.indexOf(heading))
    .split("\n")
    .filter((line) => line.startsWith("|") && !line.startsWith("|---"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}
