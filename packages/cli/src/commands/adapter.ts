import { basename } from "node:path";
import { ALPACA_PAPER, builtInHosts } from "@sevenfold/adapters-broker/alpaca/alpaca-hosts";
import { BROKER_CASES } from "@sevenfold/application/broker-kit/broker-cases";
import {
  BROKER_PHASES,
  type BrokerPhase,
  phaseOf,
} from "@sevenfold/application/broker-kit/broker-phases";
import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { Command, Option } from "commander";
import { caseDocument, caseReport } from "../adapter/case-report.ts";
import { checkAlpaca } from "../adapter/check-alpaca.ts";
import { loadBench, OWN_ADAPTERS } from "../adapter/load-bench.ts";
import { ruleList, ruleTable } from "../adapter/rule-list.ts";
import { SKELETON_PROTOCOLS, type SkeletonProtocol } from "../adapter/skeleton-files.ts";
import { runWatched } from "../adapter/stray-failures.ts";
import { writeSkeleton } from "../adapter/write-skeleton.ts";
import { ConfigurationError, configurationFrom } from "../compose/configuration.ts";
import { engineVersion } from "../engine-version.ts";
import { EXIT, Failure, usageFailure } from "../failure.ts";
import { systemClock } from "../system/system-clock.ts";
import type { Terminal } from "../terminal.ts";

interface TestFlags {
  readonly json?: true;
  readonly only?: string;
  readonly phase?: BrokerPhase;
}

interface NewFlags {
  readonly in: string;
  readonly speaks: SkeletonProtocol;
}

/** `sevenfold adapter …`: to write a broker adapter, and to try it. */
export function adapterCommand(terminal: Terminal): Command {
  return new Command("adapter")
    .description("Helps to write broker adapters. docs/broker-adapters.md")
    .addCommand(testCommand(terminal))
    .addCommand(rulesCommand(terminal))
    .addCommand(newCommand(terminal))
    .addCommand(checkCommand(terminal));
}

const testCommand = (terminal: Terminal): Command =>
  new Command("test")
    .description(
      "Runs every case of the conformance kit against an adapter, offline. Ends with 4 when one fails.",
    )
    .argument("<module>", `a compiled module that exports bench, or ${OWN_ADAPTERS.join(", ")}`)
    .option("--only <text>", "only the rules that contain this text, such as cancel/")
    .addOption(
      new Option("--phase <name>", "only the rules that are kept by the end of this phase").choices(
        BROKER_PHASES,
      ),
    )
    .option("--json", "print one JSON document instead of a table")
    .action((module: string, flags: TestFlags) => testAdapter(module, flags, terminal));

const rulesCommand = (terminal: Terminal): Command =>
  new Command("rules")
    .description("Lists what every broker adapter is held to, without trying one.")
    .option("--json", "print one JSON document instead of a table")
    .action(({ json }: Pick<TestFlags, "json">) => {
      const rules = ruleList();
      terminal.stdout.write(json ? `${JSON.stringify(rules)}\n` : ruleTable(rules));
    });

const newCommand = (terminal: Terminal): Command =>
  new Command("new")
    .description(
      "Writes an adapter that compiles and breaks every rule, to be mended rule by rule. " +
        "Inside the clone it finds what it imports.",
    )
    .argument("<name>", "the broker's name, such as my-firm")
    .addOption(
      new Option("--speaks <protocol>", "a protocol that has a bench, or the broker's own")
        .choices(SKELETON_PROTOCOLS)
        .default("own"),
    )
    .option("--in <folder>", "where its folder is made", ".")
    .action(async (name: string, { in: folder, speaks: protocol }: NewFlags) => {
      const { place, findsImports } = await writeSkeleton(name, { folder, protocol });
      // Outside of the clone npx would fetch strangers' packages of these names.
      const next = findsImports
        ? `. Next: cd ${place}`
        : ", outside of the clone of Sevenfold, where it finds nothing that it imports. " +
          `Next: move it into the clone, and there: cd ${basename(place)}`;
      terminal.stdout.write(
        `${place} is written${next} && npx tsc -p . && ` +
          `npx sevenfold adapter test dist/${name}-bench.js --phase wire\n`,
      );
    });

const checkCommand = (terminal: Terminal): Command =>
  new Command("check")
    .description(
      "Asks a real paper account what it is, and sends no order. The keys are those of " +
        "APCA_API_KEY_ID and APCA_API_SECRET_KEY.",
    )
    .argument("<broker>", "alpaca")
    .action((broker: string) => checkBroker(broker, terminal));

async function checkBroker(broker: string, terminal: Terminal): Promise<void> {
  if (broker !== "alpaca") throw usageFailure(`${broker} cannot be checked; alpaca can`);
  const { APCA_API_KEY_ID: keyId, APCA_API_SECRET_KEY: secretKey } = process.env;
  if (!keyId || !secretKey)
    throw usageFailure(
      "set APCA_API_KEY_ID and APCA_API_SECRET_KEY to the keys of a paper account",
    );
  const hosts = paperHosts();
  try {
    const lines = await checkAlpaca({ ...hosts, keyId, secretKey }, systemClock);
    for (const line of lines) terminal.stdout.write(`${line}\n`);
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    throw new Failure(EXIT.unexpected, `Alpaca says: ${error.message}`);
  }
}

function paperHosts() {
  try {
    const { alpacaPaperUrl } = configurationFrom(process.env);
    return alpacaPaperUrl === undefined ? ALPACA_PAPER : builtInHosts(alpacaPaperUrl);
  } catch (error) {
    throw error instanceof ConfigurationError ? usageFailure(error.message) : error;
  }
}

async function testAdapter(module: string, flags: TestFlags, terminal: Terminal): Promise<void> {
  const { only = "", phase } = flags;
  const cases = BROKER_CASES.filter(({ rule }) => rule.includes(only)).filter(
    (each) => phase === undefined || isKeptBy(phase, each),
  );
  if (cases.length === 0)
    throw usageFailure(`no rule ${phase ? `of ${phase} ` : ""}contains ${only}`);
  const bench = await loadBench(module);
  const results = await runWatched(bench, cases, systemClock);
  const document = caseDocument(bench, results, engineVersion());
  terminal.stdout.write(flags.json ? `${JSON.stringify(document)}\n` : caseReport(document));
  const [broken] = results.filter(({ outcome }) => outcome === "failed");
  if (broken)
    throw new Failure(
      EXIT.brokenRule,
      `${module} breaks ${document.failed === 1 ? broken.rule : `${document.failed} rules, first ${broken.rule}`}`,
    );
}

/** What an earlier phase has reached stays. */
const isKeptBy = (phase: BrokerPhase, each: (typeof BROKER_CASES)[number]): boolean =>
  BROKER_PHASES.indexOf(phaseOf(each)) <= BROKER_PHASES.indexOf(phase);
