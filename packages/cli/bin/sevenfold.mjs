#!/usr/bin/env node
import "./require-node.mjs";
import { existsSync } from "node:fs";

// In a clone the product is built on demand, with progress on stderr; an installed copy comes built.
const build = new URL("../../../scripts/build.mjs", import.meta.url);
if (existsSync(build)) {
  const { prepare } = await import(build.href);
  await prepare();
}
process.setSourceMapsEnabled(true);
await import("../dist/main.js");
