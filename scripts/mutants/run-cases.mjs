import { resolve } from "node:path";
import { createVitest } from "vitest/node";

/**
 * Runs named cases, with a mutant or without, one job after the other: a process of its own, started by
 * scripts/mutants.mjs. One vitest serves all jobs, because to start one takes longer than most cases;
 * each job's tests get a fresh process all the same.
 */
const vitest = await createVitest("test", {
  watch: false,
  project: ["sharing", "packages"],
  isolate: true,
  reporters: [{}],
});
await vitest.standalone();

process.on("message", async ({ file, foundBy, name }) => {
  process.env.MUTANT = name ?? "";
  forget(file);
  const outcomes = await run(foundBy).catch((error) => ({ failure: String(error) }));
  forget(file);
  process.send(outcomes);
});
process.on("disconnect", () => void vitest.close().finally(() => process.exit()));
process.send("ready");

/** What was made of the file is made anew: with the fault in it, or without. */
function forget(file) {
  if (file) vitest.invalidateFile(resolve(file).replaceAll("\\", "/"));
}

/** By test file: the errors outside its cases, and how each case ended. */
async function run(foundBy) {
  const tests = Object.keys(foundBy);
  const specs = (await Promise.all(tests.map(specsOf))).flat();
  const titles = Object.values(foundBy).flat();
  vitest.setGlobalTestNamePattern(new RegExp(titles.map(escaped).join("|")));
  const { testModules } = await vitest.runTestSpecifications(specs, false);
  return Object.fromEntries(
    tests.map((test) => {
      const module = testModules.find(({ moduleId }) => moduleId.endsWith(`/${test}`));
      return [test, module ? outcomeOf(module) : { cases: [], errors: [] }];
    }),
  );
}

const specsOf = (test) => vitest.globTestSpecifications([resolve(test)]);

const outcomeOf = (module) => ({
  errors: module.errors().map(told),
  cases: [...module.children.allTests()].map((each) => ({
    title: each.name,
    state: each.result().state,
    errors: (each.result().errors ?? []).map(told),
  })),
});

const told = ({ cause, message = "", name = "Error" }) => ({ cause: cause?.name, message, name });

const escaped = (title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
