import { Command } from "commander";
import { usageFailure } from "../failure.ts";
import { DOCUMENT_NAMES, isDocumentName, jsonSchemaOf } from "../schema/document-schemas.ts";
import type { Terminal } from "../terminal.ts";

/** `sevenfold schema NAME` */
export const schemaCommand = (terminal: Terminal): Command =>
  new Command("schema")
    .description(
      "Prints the JSON Schema (draft 2020-12) of what a command prints with --json; without a name, which there are. docs/backtesting.md",
    )
    .argument("[name]", DOCUMENT_NAMES.join(", "))
    .action((word: string | undefined) => {
      if (word === undefined) terminal.stdout.write(`${DOCUMENT_NAMES.join("\n")}\n`);
      else if (isDocumentName(word)) terminal.stdout.write(schemaText(word));
      else
        throw usageFailure(
          `there is no schema of ${word}; the names are ${DOCUMENT_NAMES.join(", ")}`,
        );
    });

const schemaText = (name: Parameters<typeof jsonSchemaOf>[0]): string =>
  `${JSON.stringify(jsonSchemaOf(name), undefined, 2)}\n`;
