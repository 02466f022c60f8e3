import { readdirSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { takeLockFile } from "../exchange-lock-file.ts";

// A process of its own that meets two others at the lock: all are ready before one may try.
const path = process.argv.at(-1) ?? "";
const CONTENDERS = 3;

writeFileSync(`${path}.ready-${process.pid}`, "");
await until("ready");
process.stdout.write(`${attempt()}\n`);
writeFileSync(`${path}.tried-${process.pid}`, "");
await until("tried");

function attempt(): string {
  try {
    takeLockFile(`${path}.lock`);
    return "took it";
  } catch (error) {
    return String(error);
  }
}

async function until(word: string): Promise<void> {
  const prefix = `${basename(path)}.${word}-`;
  const isThere = () =>
    CONTENDERS <= readdirSync(dirname(path)).filter((name) => name.startsWith(prefix)).length;
  while (!isThere()) await pause(5);
}
