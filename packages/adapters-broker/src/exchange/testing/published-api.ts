import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** What an answer may be, as the vendor says it. Dates are told as text on the wire. */
export type PublishedType =
  | { readonly kind: "text" | "time" | "number" | "truth" | "anything" }
  | { readonly kind: "words"; readonly words: ReadonlySet<unknown> }
  | { readonly kind: "list" | "map"; readonly of: PublishedType }
  | { readonly kind: "model"; readonly name: string };

interface PublishedField {
  readonly name: string;
  readonly type: PublishedType;
  readonly isRequired: boolean;
  readonly mayBeNull: boolean;
}

type PublishedModel =
  | { readonly kind: "object"; readonly fields: readonly PublishedField[] }
  | { readonly kind: "words"; readonly words: ReadonlySet<unknown> }
  | { readonly kind: "either"; readonly names: readonly string[] };

export interface PublishedCall {
  readonly method: string;
  /** With its parameters in braces, as they publish it. */
  readonly path: string;
  /** Absent: an answer without a body, or one of which they say nothing. */
  readonly answers?: PublishedType;
}

/** Calls and models of one of the vendor's two documents. */
export interface PublishedApi {
  readonly calls: readonly PublishedCall[];
  /** What an answer has that the document does not allow, or lacks that it demands. */
  faultsOf(value: unknown, type: PublishedType, at?: string): readonly string[];
}

/**
 * The vendor publishes its API as OpenAPI documents and generates the models of its client from
 * them; the client's package has these as sources. So what they say is read off an installed package
 * of the vendor's: fields, types, words, what is required and what may be null.
 */
export function publishedApi(part: "market-data" | "trading"): PublishedApi {
  const folder = join(clientFolder(), "src", part);
  const texts = new Map(sourcesOf(join(folder, "models")));
  const read = new Map<string, PublishedModel>();
  const modelNamed = (name: string): PublishedModel => {
    const known = read.get(name) ?? modelOf(name, texts.get(name) ?? "");
    read.set(name, known);
    return known;
  };
  const calls = sourcesOf(join(folder, "apis")).flatMap(([, text]) => callsOf(text));
  return { calls, faultsOf: judgeBy(modelNamed) };
}

function clientFolder(): string {
  const entry = createRequire(import.meta.url).resolve("@alpacahq/alpaca-trade-api");
  return dirname(dirname(entry));
}

const sourcesOf = (folder: string): readonly (readonly [name: string, text: string])[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && file !== "index.ts")
    .map((file) => [file.slice(0, -3), readFileSync(join(folder, file), "utf8")]);

function modelOf(name: string, text: string): PublishedModel {
  const words = wordsNamed(name, text);
  if (words) return { kind: "words", words };
  const either = new RegExp(`^export type ${name} = (?<names>\\w+(?: \\| \\w+)+);$`, "m").exec(
    text,
  );
  if (either?.groups?.names) return { kind: "either", names: either.groups.names.split(" | ") };
  const body = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n(?<body>[\\s\\S]*?)^\\}`, "m");
  const declared = body.exec(text)?.groups?.body;
  if (declared === undefined) throw new Error(`${name} is no model this reads.`);
  const fields = withoutComments(declared)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("["))
    .map((line) => fieldOf(line, text));
  return { kind: "object", fields };
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, "");

/** The words of an enumeration; undefined where nothing of that name is one. */
function wordsNamed(name: string, text: string): ReadonlySet<unknown> | undefined {
  const declared = new RegExp(
    `^export const ${name} = \\{\\n(?<rows>[\\s\\S]*?)^\\} as const`,
    "m",
  );
  const rows = declared.exec(text)?.groups?.rows;
  if (rows === undefined) return undefined;
  const values = withoutComments(rows).matchAll(/^\s+\S+: (?<value>.+?),?$/gm);
  return new Set([...values].map(({ groups }) => literalOf(groups?.value ?? "")));
}

const literalOf = (text: string): unknown =>
  text.startsWith("'") ? text.slice(1, -1).replaceAll("\\'", "'") : JSON.parse(text);

function fieldOf(line: string, text: string): PublishedField {
  const { key, maybe, type } =
    /^(?:readonly )?(?<key>\w+|'[^']+')(?<maybe>\?)?: (?<type>.+);$/.exec(line)?.groups ?? {};
  if (key === undefined || type === undefined) throw new Error(`no field: ${line}`);
  const wire = new RegExp(`^\\s+${key}: .*?json\\['(?<wire>[^']+)'\\]`, "m");
  const quoted = new RegExp(`^\\s+'${key}': .*?json\\['(?<wire>[^']+)'\\]`, "m");
  const name = (wire.exec(text) ?? quoted.exec(text))?.groups?.wire;
  if (name === undefined) throw new Error(`no name on the wire: ${line}`);
  return {
    name,
    type: typeOf(type.replace(/ \| null$/, ""), text),
    isRequired: maybe === undefined,
    mayBeNull: type.endsWith(" | null"),
  };
}

const PLAIN: Readonly<Record<string, PublishedType>> = {
  string: { kind: "text" },
  Date: { kind: "time" },
  number: { kind: "number" },
  boolean: { kind: "truth" },
  any: { kind: "anything" },
  object: { kind: "anything" },
};

function typeOf(written: string, text: string): PublishedType {
  const plain = PLAIN[written];
  if (plain) return plain;
  const list = /^Array<(?<of>.+?)(?: \| null)?>$/.exec(written)?.groups?.of;
  if (list !== undefined) return { kind: "list", of: typeOf(list, text) };
  const map = /^\{ \[key: string\]: (?<of>.+); \}$/.exec(written)?.groups?.of;
  if (map !== undefined) return { kind: "map", of: typeOf(map, text) };
  if (!/^\w+$/.test(written)) throw new Error(`no type this reads: ${written}`);
  const words = wordsNamed(written, text);
  return words ? { kind: "words", words } : { kind: "model", name: written };
}

function callsOf(text: string): readonly PublishedCall[] {
  const bodies = text.split(/^ {4}async \w+Raw\(/m).slice(1);
  return bodies.map((body) => {
    const path = /urlPath = `(?<path>[^`]+)`/.exec(body)?.groups?.path;
    const method = /method: '(?<method>[A-Z]+)'/.exec(body)?.groups?.method;
    if (path === undefined || method === undefined) throw new Error("a call without an address");
    const mapped = /\(jsonValue\) => (?<mapped>[^;]+)\);/.exec(body)?.groups?.mapped;
    const answers = mapped === undefined ? undefined : answerOf(mapped);
    return { path, method, ...(answers && { answers }) };
  });
}

function answerOf(mapped: string): PublishedType {
  const name = /(?<name>\w+)FromJSON/.exec(mapped)?.groups?.name;
  if (name === undefined) return { kind: "anything" };
  const model: PublishedType = { kind: "model", name };
  if (mapped.startsWith("jsonValue.map(")) return { kind: "list", of: model };
  return mapped.startsWith("runtime.mapValues(") ? { kind: "map", of: model } : model;
}

function judgeBy(modelNamed: (name: string) => PublishedModel): PublishedApi["faultsOf"] {
  const faultsOf: PublishedApi["faultsOf"] = (value, type, at = "") => {
    const isOff = (isRight: boolean, wanted: string) =>
      isRight ? [] : [`${at} is ${JSON.stringify(value)}, which is no ${wanted}`];
    switch (type.kind) {
      case "anything":
        return [];
      case "text":
        return isOff(typeof value === "string", "text");
      case "time":
        return isOff(typeof value === "string" && !Number.isNaN(Date.parse(value)), "time");
      case "number":
        return isOff(typeof value === "number", "number");
      case "truth":
        return isOff(typeof value === "boolean", "truth value");
      case "words":
        return isOff(type.words.has(value), `word of ${[...type.words].join(", ")}`);
      case "list":
        if (!Array.isArray(value)) return isOff(false, "list");
        return value.flatMap((each, index) => faultsOf(each, type.of, `${at}[${index}]`));
      case "map":
        if (!isRecord(value)) return isOff(false, "object");
        return Object.entries(value).flatMap(([key, each]) =>
          faultsOf(each, type.of, `${at}.${key}`),
        );
      case "model":
        return faultsOfModel(value, type.name, at);
    }
  };
  function faultsOfModel(value: unknown, name: string, at: string): readonly string[] {
    const model = modelNamed(name);
    if (model.kind === "words") return faultsOf(value, model, at);
    if (model.kind === "either") {
      const each = model.names.map((one) => faultsOfModel(value, one, at));
      return each.find((faults) => faults.length === 0) ?? each.flat();
    }
    if (!isRecord(value)) return [`${at} is no object but ${JSON.stringify(value)}`];
    return model.fields.flatMap((field) => faultsOfField(value[field.name], field, at));
  }
  function faultsOfField(value: unknown, field: PublishedField, at: string): readonly string[] {
    const place = `${at}.${field.name}`;
    if (value === undefined) return field.isRequired ? [`${place} is missing`] : [];
    if (value === null) return field.mayBeNull ? [] : [`${place} is null`];
    return faultsOf(value, field.type, place);
  }
  return faultsOf;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
