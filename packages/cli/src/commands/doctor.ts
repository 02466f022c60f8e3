import { Command } from "commander";
import type { Finding } from "../doctor/finding.ts";
import { lineOf } from "../doctor/finding.ts";
import { checkFailure } from "../failure.ts";
import type { DoctorDocument } from "../schema/look-schemas.ts";
import type { Terminal } from "../terminal.ts";
import { readConfiguration } from "./command-storage.ts";

interface DoctorFlags {
  readonly json?: true;
}

/** `sevenfold doctor`: what is configured, reachable, stale or missing, and what to do. */
export function doctorCommand(terminal: Terminal): Command {
  return new Command("doctor")
    .description(
      "Looks at Node, the data folder, the database, the disk, the clock, each provider of prices, " +
        "each broker account, the port and the secrets: one line each, with what to do. It changes " +
        "nothing and prints no secret. Reads the same environment as `sevenfold serve`. Exit code 0: " +
        "nothing failed; 4: something did.",
    )
    .option("--json", "the findings as one JSON document")
    .action(async ({ json }: DoctorFlags) => {
      const { examine } = await import("../doctor/examine.ts");
      const findings = await examine(readConfiguration());
      const count = findings.filter(({ standing }) => standing === "failed").length;
      terminal.stdout.write(json ? documentOf(findings, count) : findings.map(lineOf).join(""));
      if (0 < count) throw checkFailure(`${count} of ${findings.length} looks found a fault`);
    });
}

function documentOf(findings: readonly Finding[], failed: number): string {
  const document: DoctorDocument = { schemaVersion: 1, ok: failed === 0, findings };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
