import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { APART_FILES, SHARING_PACKAGES } from "./test-projects.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** What lasts beyond its file where files share a process. */
const LASTING =
  /\bvi\.(mock|doMock|stubEnv|stubGlobal|useFakeTimers)\(|\bprocess\.(chdir\(|env\.\w+ =[^=])/;

const sources = SHARING_PACKAGES.flatMap((name) => {
  const folder = join("packages", name, "src");
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter(
      (file) => /\.(test|cases|conformance)\.tsx?$/.test(file) || /testing\/.*\.ts$/.test(file),
    )
    .map((file) => join(folder, file));
});

it("shares no process with a file that changes what is not its own", () => {
  const lasting = sources.filter((file) => LASTING.test(readFileSync(join(ROOT, file), "utf8")));

  expect(sources.length).toBeGreaterThan(500);
  expect(lasting.sort()).toEqual([...APART_FILES].sort());
});

it("registers what is to be done around each test in its own file", () => {
  const helpers = sources.filter((file) => !/\.test\.ts$/.test(file));
  const registering = helpers.filter((file) =>
    /^(before|after)(Each|All)\(/m.test(readFileSync(join(ROOT, file), "utf8")),
  );

  expect(helpers.length).toBeGreaterThan(50);
  expect(registering).toEqual([]);
});
