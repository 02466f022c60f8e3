import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { exclusively } from "./exclusively.mjs";
import { fingerprint, isStamped, stamp } from "./stamp.mjs";
import { fail, inRoot, isMain, onStderr, root, say } from "./workspace.mjs";

const NODE_AT_LEAST = [20, 19];

/** Installs what package-lock.json names, unless that very lock is installed already. */
export async function ensureInstalled() {
  refuseOldNode();
  if (isInstalled()) return;
  await exclusively(() => {
    if (!isInstalled()) install();
  });
}

const locked = () => fingerprint(["package-lock.json"], `${process.platform}-${process.arch}`);
const isInstalled = () => isStamped("installed", locked()) || isInstalledByHand();

/** `npm ci` typed by a person leaves no stamp of ours, but npm's own list of what it installed. */
function isInstalledByHand() {
  const installed = packagesIn("node_modules", ".package-lock.json");
  if (installed === undefined) return false;
  // What is optional may be for another kind of machine.
  const isMissing = ([path, { optional, version }]) =>
    path !== "" && !optional && installed[path]?.version !== version;
  if (Object.entries(packagesIn("package-lock.json")).some(isMissing)) return false;
  stamp("installed", locked());
  return true;
}

function packagesIn(...path) {
  const file = inRoot(...path);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

function install() {
  say("Installing …");
  // Development packages too, whatever NODE_ENV says: the compiler is one. No package needs its
  // install script, so none is run.
  const status = npm(["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (status !== 0) fail("npm ci failed; its messages are above.", status);
  stamp("installed", locked());
}

function npm(args) {
  const quiet = [...args, "--loglevel=error"];
  const options = { cwd: root, stdio: onStderr };
  // Under `npm start` npm says where it lives; called directly, we look for it on the PATH.
  const cli = process.env.npm_execpath ?? "";
  const ran =
    basename(cli) === "npm-cli.js"
      ? spawnSync(process.execPath, [cli, ...quiet], options)
      : spawnSync("npm", quiet, { ...options, shell: process.platform === "win32" });
  if (ran.error) fail(`npm could not be run: ${ran.error.message}`);
  return ran.status ?? 1;
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = NODE_AT_LEAST;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  fail(
    `Sevenfold needs Node.js ${NODE_AT_LEAST.join(".")} or later; this is ${process.version}. ` +
      "Install a newer one and try again.",
  );
}

if (isMain(import.meta.url)) await ensureInstalled();
