import { STATUS_CODES } from "node:http";
import { ALL_CALLS, type Call } from "@sevenfold/contract/calls";
import {
  codesOf,
  PROBLEM_GROUPS,
  PROBLEMS,
  type ProblemCode,
} from "@sevenfold/contract/problem-codes";

/** A JSON object of the document. */
export type Node = Readonly<Record<string, unknown>>;

export const json = (schema: Node): Node => ({ content: { "application/json": { schema } } });

const WITH_BODY: ReadonlySet<string> = new Set(["post", "put", "patch"]);

export const hasBody = ({ method }: Call): boolean => WITH_BODY.has(method);

/** Of what any call may be refused for, what only some calls can be. */
const ONLY_OF: { readonly [Code in ProblemCode]?: (call: Call) => boolean } = {
  "signed-out": ({ access }) => access === "signed-in",
  "token-not-allowed": ({ tokens }) => tokens === "refused",
  // Every token may read.
  "token-scope-too-small": ({ tokens }) => tokens === "trade" || tokens === "manage",
  "another-account": ({ belongsTo }) => belongsTo === "account",
  "body-too-large": hasBody,
  "not-json": hasBody,
};

const OF_EVERY_CALL = Object.keys(PROBLEM_GROUPS["every-call"]) as readonly ProblemCode[];

/** The codes a call may fail by, by the status they come under. */
export function codesByStatus(call: Call): ReadonlyMap<number, readonly ProblemCode[]> {
  const codes = new Map<number, ProblemCode[]>();
  const ofAll = OF_EVERY_CALL.filter((code) => ONLY_OF[code]?.(call) ?? true);
  for (const code of [...new Set([...ofAll, ...codesOf(call.problems)])].sort()) {
    const status = PROBLEMS[code];
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return new Map([...codes].sort(([one], [other]) => one - other));
}

/** What failures of one status have in common is written once: by what they may be, its name. */
const shared = new Map<string, { readonly name: string; readonly response: Node }>();
for (const call of ALL_CALLS)
  for (const [status, codes] of codesByStatus(call)) {
    const key = codes.join(" ");
    if (shared.has(key)) continue;
    const before = [...shared.values()].filter(({ name }) => name.startsWith(`Failed${status}`));
    const name = before.length === 0 ? `Failed${status}` : `Failed${status}.${before.length + 1}`;
    shared.set(key, { name, response: responseOf(status, codes) });
  }

/** Every failure there is, with the codes that tell them apart. */
export const FAILURES: Node = Object.fromEntries(
  [...shared.values()].map(({ name, response }) => [name, response]),
);

/** The failures of one call, by status. */
export const failuresOf = (call: Call): Node =>
  Object.fromEntries(
    [...codesByStatus(call)].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${shared.get(codes.join(" "))!.name}` },
    ]),
  );

function responseOf(status: number, codes: readonly ProblemCode[]): Node {
  return {
    description: `${STATUS_CODES[status] ?? "Refused"}: ${codes.join(", ")}.`,
    ...json({
      allOf: [
        { $ref: "#/components/schemas/Problem" },
        { type: "object", properties: { code: { enum: codes } } },
      ],
    }),
  };
}
