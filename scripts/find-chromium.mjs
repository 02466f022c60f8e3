import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runNode, say, tools } from "./workspace.mjs";

const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const DOWNLOAD_TIMEOUT_MS = 180_000;

/** Path of a Chromium or Chrome: the named one, the system's or Playwright's; undefined: none. */
export async function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return isFile(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  return [...onThePath(env), ...whereItInstalls(env), await playwrights()].find(isFile);
}

/** Lets Playwright download its own build; whether that went well is for `findChromium` to see. */
export async function downloadChromium() {
  say("No Chromium or Chrome found; asking Playwright to download one …");
  await runNode([tools.playwright, "install", "chromium", "--no-shell", "--no-progress"], {
    stdio: "ignore",
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
}

const onThePath = ({ PATH = "" }) =>
  PATH.split(delimiter).flatMap((folder) => COMMANDS.map((command) => join(folder, command)));

function whereItInstalls({ HOME = "", ProgramFiles, "ProgramFiles(x86)": x86, LOCALAPPDATA }) {
  if (process.platform === "darwin") {
    return ["/Applications", join(HOME, "Applications")].flatMap((folder) => [
      join(folder, "Google Chrome.app/Contents/MacOS/Google Chrome"),
      join(folder, "Chromium.app/Contents/MacOS/Chromium"),
    ]);
  }
  if (process.platform === "win32") {
    return [ProgramFiles, x86, LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, "Google/Chrome/Application/chrome.exe"),
        join(folder, "Chromium/Application/chrome.exe"),
      ]);
  }
  return ["/usr/bin/chromium", "/snap/bin/chromium", "/opt/google/chrome/chrome"];
}

async function playwrights() {
  const { chromium } = await import("playwright-core");
  return chromium.executablePath();
}

const isFile = (path) => existsSync(path) && statSync(path).isFile();
