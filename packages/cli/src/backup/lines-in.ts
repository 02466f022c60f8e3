import { createReadStream } from "node:fs";

/**
 * The lines of a file, without their line feeds. Node's own reader of lines takes other characters for
 * the end of one too, from some version on, which JSON leaves as they are within a text.
 */
export async function* linesIn(path: string): AsyncIterable<string> {
  let begun = "";
  for await (const piece of createReadStream(path, "utf8") as AsyncIterable<string>) {
    const lines = `${begun}${piece}`.split("\n");
    begun = lines.pop() ?? "";
    yield* lines;
  }
  if (begun !== "") yield begun;
}
