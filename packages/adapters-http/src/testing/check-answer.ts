import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

import { openApiDocument } from "../openapi/openapi-document.ts";

interface Operation {
  readonly path: RegExp;
  readonly method: string;
  readonly isAnswer: ValidateFunction;
}

const DOCUMENT = openApiDocument() as unknown as OpenApi;
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
const isProblem = ajv.compile(DOCUMENT.components.schemas.Problem!);
const OPERATIONS: readonly Operation[] = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses }]) => {
    const schema = responses[200].content["application/json"]?.schema;
    if (schema === undefined) return [];
    return [
      {
        path: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
        method: method.toUpperCase(),
        isAnswer: ajv.compile(schema),
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
  const check = 200 <= status && status < 300 ? operation.isAnswer : isProblem;
  if (check(json)) return;
  const wrong = ajv.errorsText(check.errors, { dataVar: "answer" });
  throw new Error(`${method} ${path} → ${status} is not as documented: ${wrong}`);
}

type Schema = Readonly<Record<string, unknown>>;

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly responses: {
              readonly 200: {
                readonly content: { readonly "application/json"?: { readonly schema: Schema } };
              };
            };
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
