// What every entry loads first, in words that a Node of any age can read.
var NEEDED = [20, 19];

/** Why this version of Node cannot run Sevenfold: one sentence, or undefined where it can. */
export function nodeRefusal(version) {
  var parts = version.replace(/^v/, "").split(".");
  var major = Number(parts[0]);
  var minor = Number(parts[1]);
  if (NEEDED[0] < major || (major === NEEDED[0] && NEEDED[1] <= minor)) return undefined;
  return (
    "sevenfold: this is Node " +
    version +
    ", and Sevenfold needs Node " +
    NEEDED.join(".") +
    " or newer; install it from https://nodejs.org and start again"
  );
}

var refusal = nodeRefusal(process.version);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}
