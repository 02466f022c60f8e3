import { z } from "zod";
import { BacktestDocument } from "./backtest-schema.ts";
import { CompareDocument } from "./compare-schema.ts";
import {
  DataListDocument,
  DataVerifyDocument,
  DoctorDocument,
  LookaheadDocument,
} from "./look-schemas.ts";
import { MetricsDocument } from "./metrics-schema.ts";
import { MonteCarloDocument } from "./monte-carlo-schema.ts";
import { PboDocument } from "./pbo-schema.ts";
import { SweepDocument } from "./sweep-document-schema.ts";
import { UserListDocument } from "./user-schemas.ts";
import { WalkDocument } from "./walk-schema.ts";

/** The document of each command that prints one, by the words that follow `sevenfold`, hyphened. */
export const DOCUMENTS = {
  backtest: BacktestDocument,
  sweep: SweepDocument,
  "walk-forward": WalkDocument,
  "monte-carlo": MonteCarloDocument,
  compare: CompareDocument,
  lookahead: LookaheadDocument,
  metrics: MetricsDocument,
  pbo: PboDocument,
  "data-list": DataListDocument,
  "data-verify": DataVerifyDocument,
  doctor: DoctorDocument,
  "user-list": UserListDocument,
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type DocumentName = keyof typeof DOCUMENTS;
export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as readonly DocumentName[];

export const isDocumentName = (word: string): word is DocumentName =>
  Object.hasOwn(DOCUMENTS, word);

/** JSON Schema, draft 2020-12, of a document. It allows nothing that the document does not say. */
export function jsonSchemaOf(name: DocumentName): Readonly<Record<string, unknown>> {
  const { $schema, ...rules } = z.toJSONSchema(DOCUMENTS[name], {
    target: "draft-2020-12",
    override: ({ jsonSchema }) => {
      // Lists are read-only to our own code; a document is what it is.
      delete jsonSchema.readOnly;
    },
  });
  return {
    $schema,
    $id: `urn:sevenfold:document:${name}:${versionOf(rules)}`,
    title: `sevenfold ${name.replace(/^(data|user)-/, "$1 ")} --json`,
    ...rules,
  };
}

function versionOf({ properties = {} }: z.core.JSONSchema.BaseSchema): unknown {
  const { schemaVersion } = properties;
  if (typeof schemaVersion !== "object") return undefined;
  return schemaVersion.const ?? schemaVersion.enum?.at(-1);
}
