import { readdirSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/*
 * node scripts/pack-site.mjs <folder>: writes each file of a built site once more beside itself,
 * packed as tightly as can be. It is packed once here and sent a thousand times. A server may be
 * sending them already: each appears whole.
 */
const PART = ".part";
const WAYS = [
  {
    ending: ".br",
    pack: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    ending: ".gz",
    pack: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  },
];

const [folder] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !isPacking(entry.name))
  .map(({ name, parentPath }) => join(parentPath, name));
await Promise.all(files.map(packed));

function isPacking(name) {
  return name.endsWith(PART) || WAYS.some(({ ending }) => name.endsWith(ending));
}

/** Only what becomes smaller by it: pictures and fonts are packed already. */
async function packed(path) {
  const bytes = await readFile(path);
  for (const { ending, pack } of WAYS) {
    const result = await pack(bytes);
    if (bytes.length <= result.length) continue;
    await writeFile(path + ending + PART, result);
    await rename(path + ending + PART, path + ending);
  }
}
