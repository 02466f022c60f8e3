import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/** What is wrong with a field, where its schema has no words of its own. Names the field. */
export function sentenceOfIssue(issue: Issue): string {
  const field = fieldOf(issue);
  switch (issue.code) {
    case "unrecognized_keys":
      return `There is no field "${short(String(issue.keys[0]))}".`;
    case "invalid_type":
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${TYPES[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      return `${field} must be one of: ${issue.values.map(String).join(", ")}.`;
    case "too_small":
      return `${field} must ${boundOf(issue.origin, issue.inclusive === false ? "above" : "at least", issue.minimum)}.`;
    case "too_big":
      return `${field} must ${boundOf(issue.origin, issue.inclusive === false ? "below" : "at most", issue.maximum)}.`;
    default:
      return `${field} cannot be read.`;
  }
}

const COUNTED: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

function boundOf(origin: string, words: string, bound: number | bigint): string {
  const counted = COUNTED[origin];
  return counted === undefined ? `be ${words} ${bound}` : `have ${words} ${bound} ${counted}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function fieldOf({ path }: Issue): string {
  const name = path?.map(String).join(".") ?? "";
  return name === "" ? "The request" : `"${short(name)}"`;
}

const short = (name: string): string => (name.length <= 40 ? name : `${name.slice(0, 40)}…`);
