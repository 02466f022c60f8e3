import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const here = (path: string) => new URL(path, import.meta.url);

/** Emits `sw.js`, which knows by name every file of this build. */
export const offlineShell = (): Plugin => ({
  name: "sevenfold-offline-shell",
  apply: "build",
  generateBundle: {
    // After the page itself has been written, so that a change of it alone is a new version too.
    order: "post",
    handler(_options, bundle) {
      const built = Object.values(bundle).filter(({ fileName }) => fileName !== "index.html");
      const files = [
        ...built.map(({ fileName }) => `/${fileName}`),
        ...readdirSync(here("public")).map((name) => `/${name}`),
      ].sort();
      const page = bundle["index.html"];
      const version = createHash("sha256")
        .update(files.join())
        .update(page?.type === "asset" ? page.source : "")
        .digest("hex");
      const source = readFileSync(here("service-worker.js"), "utf8")
        .replace("__FILES__", JSON.stringify(files))
        .replace("__VERSION__", version.slice(0, 16));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  },
});
