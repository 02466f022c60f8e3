import { STATUS_CODES } from "node:http";
import { ACCOUNT_HEADER, isOfAccount } from "@sevenfold/contract/account-in-use";
import type { Endpoint } from "@sevenfold/contract/endpoint";
import { LiveEvent } from "@sevenfold/contract/live";
import { Problem } from "@sevenfold/contract/problem";
import { z } from "zod";

import { CODES_BY_STATUS } from "../refusal-codes.ts";
import {
  CONTRACT_LINES,
  type ContractLine,
  type NamedTextLine,
  TEXT_LINES,
} from "./contract-lines.ts";

/** A JSON object of the document. */
type Node = Readonly<Record<string, unknown>>;

const VERSION = "1.0.0";
const WITH_BODY = new Set(["post", "put", "patch"]);

/** The whole API as OpenAPI 3.1, made from the very schemas that check requests and answers. */
export function openApiDocument(
  lines: readonly ContractLine[] = CONTRACT_LINES,
  textLines: readonly NamedTextLine[] = TEXT_LINES,
): Node {
  const paths: Record<string, Record<string, Node>> = {};
  const put = ({ method, path }: Pick<Endpoint, "method" | "path">, operation: Node) => {
    const named = path.replace(/:(\w+)/g, "{$1}");
    paths[named] = { ...paths[named], [method]: operation };
  };
  for (const line of lines) put(line.endpoint, operationOf(line));
  for (const each of textLines) put(each.line, textOperationOf(each));
  return {
    openapi: "3.1.0",
    info: {
      title: "Sevenfold",
      version: VERSION,
      description:
        "Amounts are dollars as numbers with at most four decimals, instants ISO 8601 in UTC. " +
        "Every failure answers a Problem, whose code never changes. Which scope an API token needs " +
        "stands with each call; each scope may do all that those before it may: read, trade, manage.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: {
        Problem: schemaOf(Problem, "output"),
        LiveEvent: schemaOf(LiveEvent, "output"),
      },
      responses: FAILURES,
      securitySchemes: {
        cookie: { type: "apiKey", in: "cookie", name: "sf" },
        token: {
          type: "http",
          scheme: "bearer",
          description: "An API token. Behind it stands the scope that the call needs.",
        },
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
    ...(endpoint.isRepeatable ? [IDEMPOTENCY_KEY] : []),
    ...(isOfAccount(endpoint.path) ? [MEANT_ACCOUNT] : []),
  ];
  return {
    operationId: name,
    summary: summaryOf(name),
    description: tokenWords(endpoint),
    tags: [group],
    ...(endpoint.access === "signed-in" ? { security: waysIn(endpoint) } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody ? { requestBody: json(without(input, inPath)) } : {}),
    responses: {
      200: { description: "The answer.", ...json(schemaOf(endpoint.output, "output")) },
      ...failuresOf({ hasBody }),
    },
  };
}

/** A file, or a stream. */
function textOperationOf({ group, line, name }: NamedTextLine): Node {
  const { answers, event } = line;
  const schema = { type: "string", ...(event && { description: EVENT_WORDS }) };
  return {
    operationId: name,
    summary: summaryOf(name),
    description: `${line.says} ${tokenWords(line)}`,
    tags: [group],
    security: waysIn(line),
    responses: {
      200: { description: "The answer.", content: { [answers]: { schema } } },
      ...failuresOf({ hasBody: false }),
    },
  };
}

const EVENT_WORDS = "Lines of `data:`, each a LiveEvent (#/components/schemas/LiveEvent) as JSON.";

/** Which scope a program's token needs, in a sentence. */
function tokenWords(line: Pick<Endpoint, "access" | "tokens"> & Lowering): string {
  if (line.tokens === "refused") return "For people only: no API token makes this call.";
  if (line.access === "anyone") return "For anyone; an API token of any scope may make it too.";
  const words = `An API token needs the scope ${line.tokens}`;
  return line.lowersRisk ? `${words}; trade is enough for ${line.lowersRisk.says}.` : `${words}.`;
}

interface Lowering {
  readonly lowersRisk?: { readonly says: string };
}

/** Every failure there is, by its status, with the codes that tell them apart. */
const FAILURES: Readonly<Record<string, Node>> = Object.fromEntries(
  [...CODES_BY_STATUS].map(([status, codes]) => [
    `Failed${status}`,
    {
      description: `${STATUS_CODES[status] ?? "Refused"}: ${codes.join(", ")}.`,
      ...json({
        allOf: [
          { $ref: "#/components/schemas/Problem" },
          { type: "object", properties: { code: { enum: codes } } },
        ],
      }),
    },
  ]),
);

/** Of a request's body alone. */
const OF_BODIES = new Set([413, 415]);

const failuresOf = ({ hasBody }: { readonly hasBody: boolean }): Node =>
  Object.fromEntries(
    [...CODES_BY_STATUS.keys()]
      .filter((status) => hasBody || !OF_BODIES.has(status))
      .map((status) => [status, { $ref: `#/components/responses/Failed${status}` }]),
  );

/** Some calls are for people only. */
const waysIn = ({ tokens }: Pick<Endpoint, "tokens">): readonly Node[] =>
  tokens === "refused" ? [{ cookie: [] }] : [{ cookie: [] }, { token: [tokens] }];

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Node => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

function json(schema: Node): Node {
  return { content: { "application/json": { schema } } };
}

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
