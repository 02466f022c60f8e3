import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/*
 * node scripts/pack-site.mjs <folder>: writes each file of a built site once more beside itself,
 * packed as tightly as can be. It is packed once here and sent a thousand times.
 */
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
  .filter((entry) => entry.isFile() && !WAYS.some(({ ending }) => entry.name.endsWith(ending)))
  .map(({ name, parentPath }) => join(parentPath, name));
await Promise.all(files.map(packed));

/** Only what becomes smaller by it: pictures and fonts are packed already. */
async function packed(path) {
  const bytes = await readFile(path);
  for (const { ending, pack } of WAYS) {
    const result = await pack(bytes);
    if (result.length < bytes.length) await writeFile(path + ending, result);
  }
}
