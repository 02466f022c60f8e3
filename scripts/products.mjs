import { existsSync } from "node:fs";
import { fingerprint, isStamped, stamp, unstamp } from "./stamp.mjs";
import { fail, inRoot, say } from "./workspace.mjs";

/*
 * What is made of files: `{ name, sources, salt, results, after, build }`. `build` is told whether
 * what is there was whole, and answers an exit code.
 */

/** Builds those that are stale side by side, each after what it is made of; ends the process where one fails. */
export async function buildAll(products) {
  const begun = new Map();
  for (const product of products) {
    const before = (product.after ?? []).map((name) => begun.get(name));
    begun.set(
      product.name,
      Promise.all(before).then(() => (isFresh(product) ? undefined : build(product))),
    );
  }
  await Promise.all(begun.values());
}

// By content, not by time: a checkout gives every file a new time.
export const isFresh = (product) =>
  isComplete(product) && isStamped(product.name, fingerprint(product.sources, product.salt));

const isComplete = ({ results }) => results.every((path) => existsSync(inRoot(path)));

/** A build that was cut off leaves no stamp: nothing it left is trusted by the next. */
async function build(product) {
  const { name, sources, salt } = product;
  say(`Building ${name} …`);
  const built = fingerprint(sources, salt);
  const wasWhole = unstamp(name) && isComplete(product);
  const status = await product.build(wasWhole);
  if (status !== 0) fail(`Building ${name} failed; the messages are above.`, status);
  stamp(name, built);
}
