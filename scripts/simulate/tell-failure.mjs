import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { inRoot, root, say } from "../workspace.mjs";
import { lastEvents, planFileName } from "./failure-classes.mjs";

const KEPT = inRoot("packages/application/src/testing/simulate/regressions");
const EVENTS = 40;

/** All that is needed to go after a failure, the least plan that fails so in a file among it. */
export async function tellFailure({ plan, report, others = [] }, { threads, shrinking, keep }) {
  const [claim] = report.broken;
  console.log(`\nSeed ${plan.seed} failed at ${commit()}: ${claim}`);
  if (0 < others.length) console.log(`So did ${others.slice(0, 20).join(", ")}.`);
  say("Making the plan smaller …");
  const small = await shrinking.shrinkPlan({ plan, claim }, (smaller) => threads.run(smaller));
  const { faults, acts, accounts, days } = small.plan;
  console.log(
    `After ${small.runs} runs: ${faults.length} faults and ${acts.length} acts on ` +
      `${accounts.length} accounts in ${days} days${small.isSmallest ? "" : ", perhaps fewer"}.`,
  );
  const { trace } = await threads.run(small.plan, { trace: true });
  console.log(`The last events of it, up to: ${small.claim}`);
  for (const line of lastEvents(trace, small.claim, EVENTS)) console.log(`  ${line}`);
  const file = write(small.plan, shrinking.claimClassOf(small.claim), keep);
  console.log(`The plan is in ${file}.`);
  console.log(`Replay it: npm run simulate -- --plan ${file} --trace`);
}

/** Among the tests where it is to be kept, else in a folder of its own. */
function write(plan, claimClass, keep) {
  if (keep) mkdirSync(KEPT, { recursive: true });
  const folder = keep ? KEPT : mkdtempSync(join(tmpdir(), "sevenfold-plan-"));
  const file = join(folder, planFileName(claimClass, plan.seed));
  writeFileSync(file, `${JSON.stringify(plan, undefined, 2)}\n`);
  return keep ? relative(root, file) : file;
}

function commit() {
  try {
    const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
    const changes = git("status", "--porcelain", "--untracked-files=no");
    return `commit ${git("rev-parse", "--short", "HEAD")}${changes === "" ? "" : " with changes"}`;
  } catch {
    return "no commit";
  }
}
