const REFERENCE = {
  type: "object",
  required: ["$ref"],
  properties: { $ref: { type: "string", pattern: "^#/components/" } },
};
const CONTENT = {
  type: "object",
  minProperties: 1,
  additionalProperties: {
    type: "object",
    required: ["schema"],
    properties: { schema: { type: "object" } },
    additionalProperties: false,
  },
};
const RESPONSE = {
  type: "object",
  required: ["description"],
  properties: { description: { type: "string", minLength: 1 }, content: CONTENT },
  additionalProperties: false,
};
const PARAMETER = {
  type: "object",
  required: ["name", "in", "schema"],
  properties: {
    name: { type: "string" },
    in: { enum: ["query", "header", "path", "cookie"] },
    required: { type: "boolean" },
    description: { type: "string" },
    schema: { type: "object" },
  },
  // What travels in the path cannot be left out.
  if: { properties: { in: { const: "path" } } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so.
  then: { required: ["required"], properties: { required: { const: true } } },
  additionalProperties: false,
};
const OPERATION = {
  type: "object",
  required: ["operationId", "responses"],
  properties: {
    operationId: { type: "string", pattern: "^[a-z][A-Za-z]+$" },
    summary: { type: "string" },
    description: { type: "string", minLength: 1 },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true },
    security: {
      type: "array",
      items: {
        type: "object",
        minProperties: 1,
        additionalProperties: { type: "array", items: { type: "string" } },
      },
    },
    parameters: { type: "array", items: PARAMETER },
    requestBody: { type: "object", required: ["content"], properties: { content: CONTENT } },
    responses: {
      type: "object",
      minProperties: 1,
      patternProperties: { "^[1-5][0-9][0-9]$": { anyOf: [REFERENCE, RESPONSE] } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** Of OpenAPI 3.1 the part that our document uses, as its specification has it, and nothing more. */
export const OPENAPI_31 = {
  type: "object",
  required: ["openapi", "info", "paths"],
  properties: {
    openapi: { const: "3.1.0" },
    info: {
      type: "object",
      required: ["title", "version"],
      properties: {
        title: { type: "string" },
        version: { type: "string" },
        description: { type: "string" },
      },
      additionalProperties: false,
    },
    servers: { type: "array", items: { type: "object", required: ["url"] } },
    paths: {
      type: "object",
      patternProperties: {
        "^/": {
          type: "object",
          propertyNames: { enum: ["get", "put", "post", "delete", "patch"] },
          additionalProperties: OPERATION,
        },
      },
      additionalProperties: false,
    },
    components: {
      type: "object",
      properties: {
        schemas: { type: "object", additionalProperties: { type: "object" } },
        responses: {
          type: "object",
          propertyNames: { pattern: "^[a-zA-Z0-9._-]+$" },
          additionalProperties: RESPONSE,
        },
        securitySchemes: {
          type: "object",
          additionalProperties: {
            type: "object",
            required: ["type"],
            properties: { type: { enum: ["apiKey", "http"] } },
          },
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
