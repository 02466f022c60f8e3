import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import asc from "assemblyscript/asc";
import { fail, inRoot } from "./workspace.mjs";

/** Compiles the sweep kernel to machine code. */
const source = inRoot("packages/application/kernel");
const result = inRoot("packages/application/dist/research/sweep/kernel.wasm");

mkdirSync(dirname(result), { recursive: true });
const { error, stderr } = await asc.main([
  ...["--config", "asconfig.json", "--baseDir", source],
  ...["--outFile", result],
]);
if (error !== null) fail(`The sweep kernel does not compile.\n${stderr}`);
