import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { readAnswer } from "@sevenfold/adapters-broker/read-answer";
import { listenOn } from "../commands/free-ports.ts";
import { startFailureOf } from "../commands/start-failure.ts";
import type { Configuration } from "../compose/configuration.ts";
import { checkFolder, writeReasonOf } from "../system/make-folder.ts";
import { failed, type Look, ok, reasonOf, warning } from "./finding.ts";

const MEBIBYTE = 2 ** 20;
/** Below the first nothing can be written; below the second it will not be for long. */
const ROOM_LEAST = 64 * MEBIBYTE;
const ROOM_ENOUGH = 1024 * MEBIBYTE;
const ANSWER_WITHIN_MS = 3_000;

/** The program would not have begun on one that is too old. */
export const lookAtNode: Look = {
  check: "Node",
  look: async () => [ok(`${process.version} on ${process.platform} ${process.arch}`)],
};

export const lookAtDataFolder = ({ dataFolder }: Configuration): Look => ({
  check: "Data folder",
  async look() {
    try {
      await checkFolder(dataFolder);
    } catch (error) {
      const reason = writeReasonOf(error) ?? reasonOf(error);
      return [failed(`${dataFolder}: ${reason}`, "mend that, or set DATA_DIR to another folder")];
    }
    return [ok(existsSync(dataFolder) ? dataFolder : `${dataFolder}, made at the first start`)];
  },
});

export const lookAtRoom = ({ dataFolder }: Configuration): Look => ({
  check: "Room on disk",
  async look() {
    const bytes = await roomAt(dataFolder);
    if (bytes === undefined)
      return [warning("the system does not say", "look at the disk of DATA_DIR yourself")];
    const says = `${Math.floor(bytes / MEBIBYTE).toLocaleString("en-US")} MiB left`;
    const todo = "make room on the disk of DATA_DIR";
    if (bytes < ROOM_LEAST) return [failed(says, todo)];
    return [bytes < ROOM_ENOUGH ? warning(says, todo) : ok(says)];
  },
});

/** Of the nearest folder that there is. */
async function roomAt(path: string): Promise<number | undefined> {
  if (!existsSync(path) && dirname(path) !== path) return roomAt(dirname(path));
  const { bavail, bsize } = await statfs(path).catch(() => ({ bavail: undefined, bsize: 0 }));
  return bavail === undefined ? undefined : bavail * bsize;
}

export const lookAtPort = (configuration: Configuration): Look => ({
  check: "Port",
  async look() {
    const { host, port } = configuration;
    const refusal = await listenOn(port, host);
    if (refusal === undefined) return [ok(`${port} on ${host} is free`)];
    if (await isSevenfoldAt(host, port))
      return [ok(`Sevenfold answers on port ${port} of this machine`)];
    const known = startFailureOf(refusal, configuration)?.message ?? reasonOf(refusal);
    const [says = known, todo = "set PORT and HOST to another"] = known.split("; ");
    return [failed(says, todo)];
  },
});

async function isSevenfoldAt(host: string, port: number): Promise<boolean> {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const address = `http://${name.includes(":") ? `[${name}]` : name}:${port}/healthz`;
  try {
    const { isOk, text } = await readAnswer(address, {}, { timeoutMs: ANSWER_WITHIN_MS });
    return isOk && text === '{"ok":true}';
  } catch {
    return false;
  }
}
