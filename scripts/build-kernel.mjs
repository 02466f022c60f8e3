import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import wabt from "wabt";
import { inRoot } from "./workspace.mjs";

/** Assembles the machine code of the sweep kernel from its text. */
const source = inRoot("packages/application/src/sweep/kernel.wat");
const result = inRoot("packages/application/dist/sweep/kernel.wasm");

const { parseWat } = await wabt();
const module = parseWat(source, readFileSync(source, "utf8"));
module.resolveNames();
module.validate();
mkdirSync(dirname(result), { recursive: true });
writeFileSync(result, module.toBinary({}).buffer);
