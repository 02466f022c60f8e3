import { describe, expect, it } from "vitest";

import { openApiDocument } from "./openapi-document.ts";

type Schema = Readonly<Record<string, unknown>>;

/** What numbers are of: the word that their description begins with, or ends its first sentence with. */
const UNIT =
  /^From [\d.]+% to [\d.]+%|^(Dollars|Percent|A fraction of one|Whole shares|Shares|A count of|Seconds|Milliseconds|Days|A year)\b/;
/** Where a side has no bound, it says why: "No bound: …", "No upper bound: …". */
const UNBOUNDED = /\bNo (upper |lower )?bound: \S/;

const isNumber = ({ type }: Schema): boolean =>
  [type].flat().some((each) => each === "number" || each === "integer");

/** A safe integer's limits are what a number of JSON can be, and no bound of anything. */
const isBound = (given: unknown): boolean =>
  typeof given === "number" && Math.abs(given) < Number.MAX_SAFE_INTEGER;

const isBounded = (schema: Schema): boolean =>
  (isBound(schema.minimum) || isBound(schema.exclusiveMinimum)) &&
  (isBound(schema.maximum) || isBound(schema.exclusiveMaximum));

/** What a number leaves unsaid. */
function faultsOf(schema: Schema): readonly string[] {
  const description = String(schema.description ?? "");
  const ways = (schema.anyOf ?? [schema]) as readonly Schema[];
  return [
    ...(UNIT.test(description) ? [] : ["no unit"]),
    ...(ways.every(isBounded) || UNBOUNDED.test(description) ? [] : ["no bounds"]),
  ];
}

/** Every number in a document, by where it stands. */
function numbersIn(node: unknown, at = ""): readonly (readonly [at: string, schema: Schema])[] {
  if (typeof node !== "object" || node === null) return [];
  const inside = Object.entries(node).flatMap(([name, each]) => numbersIn(each, `${at}/${name}`));
  return isNumber(node as Schema) ? [[at, node as Schema], ...inside] : inside;
}

const faultsIn = (document: unknown): readonly string[] =>
  numbersIn(document).flatMap(([at, schema]) => faultsOf(schema).map((fault) => `${at}: ${fault}`));

describe("a number in the OpenAPI document", () => {
  it("says its unit, and its bounds or why it has none", () => {
    expect(numbersIn(openApiDocument()).length).toBeGreaterThan(250);
    expect(faultsIn(openApiDocument())).toEqual([]);
  });

  it.each<readonly [what: string, schema: Schema, faults: readonly string[]]>([
    ["nothing", { type: "number" }, ["no unit", "no bounds"]],
    ["one bound", { type: "number", description: "Dollars.", minimum: 0 }, ["no bounds"]],
    [
      "what any number is",
      { type: "integer", description: "Whole shares.", minimum: 0, maximum: 2 ** 53 - 1 },
      ["no bounds"],
    ],
    ["no unit", { type: "integer", description: "How many.", minimum: 0, maximum: 9 }, ["no unit"]],
    ["its reason", { type: "number", description: "Percent. No bound: it may be any." }, []],
    [
      "one of two ways",
      { type: "number", description: "Percent.", anyOf: [{ minimum: 0, maximum: 1 }, {}] },
      ["no bounds"],
    ],
    ["all", { type: ["integer", "null"], description: "Days.", minimum: 1, maximum: 365 }, []],
  ])("is held to it where it says %s", (_what, schema, faults) => {
    expect(faultsIn({ properties: { each: schema } })).toEqual(
      faults.map((fault) => `/properties/each: ${fault}`),
    );
  });
});
