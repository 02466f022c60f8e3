import { ACCOUNT_HEADER, isOfAccount } from "@sevenfold/contract/account-in-use";
import { Problem } from "@sevenfold/contract/problem";
import { z } from "zod";

import { CONTRACT_LINES, type ContractLine } from "./contract-lines.ts";

/** A JSON object of the document. */
type Node = Readonly<Record<string, unknown>>;

const VERSION = "1.0.0";
const IDEMPOTENT = new Set(["placeOrder", "sellPosition", "sellAll", "connectBroker", "register"]);
const WITH_BODY = new Set(["post", "put", "patch"]);

/** The whole API as OpenAPI 3.1, made from the very schemas that check requests and answers. */
export function openApiDocument(lines: readonly ContractLine[] = CONTRACT_LINES): Node {
  const paths: Record<string, Record<string, Node>> = {};
  for (const line of lines) {
    const path = line.endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [line.endpoint.method]: operationOf(line) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sevenfold",
      version: VERSION,
      description:
        "Amounts are dollars as numbers with at most four decimals, instants ISO 8601 in UTC. " +
        "Every failure answers a Problem.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, "output") },
      securitySchemes: {
        cookie: { type: "apiKey", in: "cookie", name: "sf" },
        token: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function operationOf({ name, group, endpoint }: ContractLine): Node {
  const input = schemaOf(endpoint.input, "input");
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!);
  const hasBody = WITH_BODY.has(endpoint.method);
  const parameters = [
    ...parametersOf(input, inPath, hasBody),
    ...(endpoint.method === "get" ? [] : [REQUESTED_WITH]),
    ...(IDEMPOTENT.has(name) ? [IDEMPOTENCY_KEY] : []),
    ...(isOfAccount(endpoint.path) ? [MEANT_ACCOUNT] : []),
  ];
  return {
    operationId: name,
    summary: summaryOf(name),
    tags: [group],
    ...(endpoint.access === "signed-in" ? { security: waysIn(endpoint) } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody ? { requestBody: json(without(input, inPath)) } : {}),
    responses: {
      200: { description: "The answer.", ...json(schemaOf(endpoint.output, "output")) },
      default: { description: "Why not.", ...json({ $ref: "#/components/schemas/Problem" }) },
    },
  };
}

/** Some calls are for people only. */
const waysIn = ({ tokens }: ContractLine["endpoint"]): readonly Node[] =>
  tokens === "refused" ? [{ cookie: [] }] : [{ cookie: [] }, { token: [] }];

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Node => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

const json = (schema: Node): Node => ({ content: { "application/json": { schema } } });

function parametersOf(input: Node, inPath: readonly string[], hasBody: boolean): readonly Node[] {
  const required = new Set(input.required as readonly string[] | undefined);
  return Object.entries((input.properties ?? {}) as Readonly<Record<string, Node>>)
    .filter(([name]) => !hasBody || inPath.includes(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? "path" : "query",
      required: inPath.includes(name) || required.has(name),
      schema,
    }));
}

/** A body's schema without what travels in the path. */
function without(input: Node, inPath: readonly string[]): Node {
  if (inPath.length === 0) return input;
  const properties = Object.entries((input.properties ?? {}) as Node);
  const required = (input.required ?? []) as readonly string[];
  return {
    ...input,
    properties: Object.fromEntries(properties.filter(([name]) => !inPath.includes(name))),
    required: required.filter((name) => !inPath.includes(name)),
  };
}

const REQUESTED_WITH = {
  name: "X-Requested-With",
  in: "header",
  required: true,
  description: "Not with a token.",
  schema: { const: "sevenfold" },
};
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same on every attempt at the same thing.",
  schema: { type: "string", minLength: 1, maxLength: 128 },
};

const MEANT_ACCOUNT = {
  name: ACCOUNT_HEADER,
  in: "header",
  required: false,
  description:
    "The id of the account that is meant: refused with 409 while another is in use. Every answer names its own.",
  schema: { type: "string" },
};

/** "readPortfolioSummary" → "Read portfolio summary". */
const summaryOf = (name: string): string => {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
