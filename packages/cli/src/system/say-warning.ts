import type { Terminal } from "../terminal.ts";
import { visibleText } from "./visible-text.ts";

/** Says what is to be known beside the result; it may quote a file. */
export const sayWarning = ({ stderr }: Pick<Terminal, "stderr">, sentence: string): void =>
  void stderr.write(`warning: ${visibleText(sentence)}\n`);
