import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

import { openApiDocument } from "../openapi/openapi-document.ts";

interface Operation {
  readonly path: RegExp;
  readonly method: string;
  readonly isAnswer: ValidateFunction;
  /** By status: whether a failure is one the call says it may fail by. */
  readonly isFailure: ReadonlyMap<number, ValidateFunction>;
}

const DOCUMENT = openApiDocument() as unknown as OpenApi;
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ ...DOCUMENT, $id: "document:" });
const OPERATIONS: readonly Operation[] = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses }]) => {
    // What answers text is checked where it fails.
    const schema = responses[200].content["application/json"]?.schema ?? {};
    return [
      {
        path: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
        method: method.toUpperCase(),
        isAnswer: ajv.compile(schema),
        isFailure: failuresOf(responses),
      },
    ];
  }),
);

/** Throws where a call's answer is not what the OpenAPI document promises. */
export function checkAnswer(
  { method, path }: { readonly method: string; readonly path: string },
  { status, json }: { readonly status: number; readonly json: unknown },
): void {
  const { pathname } = new URL(path, "http://localhost");
  const operation = OPERATIONS.find((each) => each.method === method && each.path.test(pathname));
  if (operation === undefined) return;
  const isGood = 200 <= status && status < 300;
  const check = isGood ? operation.isAnswer : operation.isFailure.get(status);
  if (!check) throw new Error(`${method} ${path} → ${status} is not documented`);
  if (check(json)) return;
  const wrong = ajv.errorsText(check.errors, { dataVar: "answer" });
  throw new Error(`${method} ${path} → ${status} is not as documented: ${wrong}`);
}

function failuresOf(responses: Responses): ReadonlyMap<number, ValidateFunction> {
  const failures = Object.entries(responses).filter(([status]) => status !== "200");
  return new Map(
    failures.map(([status, response]) => {
      const { $ref } = response as Named;
      const schema = { $ref: `document:${$ref}/content/application~1json/schema` };
      return [Number(status), ajv.compile(schema)];
    }),
  );
}

type Schema = Readonly<Record<string, unknown>>;

/** A failure stands once in the document, for all calls that may fail so. */
interface Named {
  readonly $ref: string;
}

interface Responses {
  readonly [status: string]: unknown;
  readonly 200: {
    readonly content: { readonly "application/json"?: { readonly schema: Schema } };
  };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Responses }>>>>;
}
