import type { ValidateFunction } from "ajv/dist/2020.js";
import { DOCUMENTS, type DocumentName, jsonSchemaOf } from "../schema/document-schemas.ts";

/** The document that a command line asks for; undefined for one without a schema. */
export function documentAsked(argv: readonly string[]): DocumentName | undefined {
  if (!argv.includes("--json")) return undefined;
  const words = argv.filter((word) => !word.startsWith("-"));
  return ([words.slice(0, 2).join("-"), words[0]] as readonly DocumentName[]).find((name) =>
    Object.hasOwn(DOCUMENTS, name),
  );
}

const validators = new Map<DocumentName, ValidateFunction>();

/** Throws where a document is not what its published schema says, to the last field. */
export async function checkDocument(name: DocumentName, text: string): Promise<void> {
  const validate = validators.get(name) ?? (await validatorOf(name));
  validators.set(name, validate);
  if (validate(JSON.parse(text))) return;
  const faults = (validate.errors ?? []).slice(0, 5).map(({ instancePath, message, params }) => {
    return `${instancePath || "the document"} ${message} ${JSON.stringify(params)}`;
  });
  throw new Error(`The document of ${name} is not of its schema: ${faults.join("; ")}`);
}

async function validatorOf(name: DocumentName): Promise<ValidateFunction> {
  const [{ Ajv2020 }, formats] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv-formats"),
  ]);
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  formats.default.default(ajv);
  return ajv.compile({ ...jsonSchemaOf(name) });
}
