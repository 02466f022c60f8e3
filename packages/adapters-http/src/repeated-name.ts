/** A string of JSON, or a sign that opens, ends or parts what holds values. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/**
 * A name that one object of the text gives twice, if any: of such, each reader takes another value
 * for the one that was meant. The text is JSON that parses.
 */
export function repeatedNameIn(text: string): string | undefined {
  // The names of every object that is open; undefined for a list.
  const open: (Set<string> | undefined)[] = [];
  let latest: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) latest = token;
    else if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":" && latest !== undefined) {
      // As read: "\u0061" is the name "a".
      const name = JSON.parse(latest) as string;
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
