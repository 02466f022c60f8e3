import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkDocument } from "../testing/check-document.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { DOCUMENT_NAMES, jsonSchemaOf } from "./document-schemas.ts";

/** What is shipped: written by `sevenfold schema NAME`, and looked through when it changes. */
const PUBLISHED = new URL("../../schemas/", import.meta.url);
const publishedOf = (name: string): string =>
  readFileSync(new URL(`${name}.schema.json`, PUBLISHED), "utf8");

const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));

/** Every rule of a schema that says which fields an object has. */
function objectsIn(rules: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof rules !== "object" || rules === null) return [];
  const own = rules as Readonly<Record<string, unknown>>;
  return [...(own.type === "object" ? [own] : []), ...Object.values(own).flatMap(objectsIn)];
}

describe("the schemas of the documents", () => {
  it("are published as they are printed, each under its name", async () => {
    const files = DOCUMENT_NAMES.map((name) => `${name}.schema.json`);
    expect(readdirSync(PUBLISHED).sort()).toEqual([...files].sort());

    for (const name of DOCUMENT_NAMES) {
      const { stdout } = await sevenfold("schema", name);
      const how = `node packages/cli/bin/sevenfold.mjs schema ${name} > packages/cli/schemas/${name}.schema.json`;
      expect(stdout, `A changed document is a changed schema: ${how}`).toBe(publishedOf(name));
    }
  });

  it.each(DOCUMENT_NAMES)(
    "of %s is of draft 2020-12, versioned, and leaves nothing open",
    (name) => {
      const schema = jsonSchemaOf(name);
      const { schemaVersion } = schema.properties as {
        schemaVersion: { const?: number; enum?: readonly number[] };
      };
      const version = schemaVersion.const ?? schemaVersion.enum?.at(-1);

      expect(schema).toMatchObject({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: `urn:sevenfold:document:${name}:${version}`,
      });
      for (const each of objectsIn(schema)) expect(each).toHaveProperty("additionalProperties");
      for (const each of objectsIn(schema)) expect(each.additionalProperties).not.toBe(true);
    },
  );

  it("refuse a document with a field that they do not say, or without one that they do", async () => {
    const { stdout } = await sevenfold("backtest", EXAMPLE, "--json", "--no-run-folder");
    const document = JSON.parse(stdout);
    const { finalCash: _left, ...without } = document;
    const [first, ...trades] = document.trades;

    const refusal = (changed: unknown) => checkDocument("backtest", JSON.stringify(changed));
    await expect(refusal({ ...document, more: 1 })).rejects.toThrow("more");
    await expect(refusal(without)).rejects.toThrow("finalCash");
    await expect(
      refusal({ ...document, trades: [{ ...first, more: 1 }, ...trades] }),
    ).rejects.toThrow("/trades/0");
    await expect(refusal({ ...document, schemaVersion: 4 })).rejects.toThrow("/schemaVersion");
  });

  it("are named by the command, and a name it does not know is refused with those it does", async () => {
    const names = await sevenfold("schema");
    const wrong = await sevenfold("schema", "backtset");

    expect(names.stdout).toBe(`${DOCUMENT_NAMES.join("\n")}\n`);
    expect(wrong).toMatchObject({ exitCode: 2, stdout: "" });
    expect(wrong.stderr).toContain("the names are backtest, sweep");
  });
});
