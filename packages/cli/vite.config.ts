import { relative } from "node:path";
import { defineConfig, type Plugin, type Rolldown } from "vite";

const FOLDER = "dist/quick";

/**
 * `sevenfold backtest` and all it needs in one file, for `src/one-file.ts`: some two hundred modules
 * take longer to load than ten years of days take to trade. No ES module: of those V8 keeps no code.
 */
export default defineConfig({
  plugins: [ownAddresses()],
  // What is compiled for a machine cannot be part of a file.
  ssr: { noExternal: true, external: ["@swc/wasm-typescript"] },
  build: {
    ssr: "dist/backtest-program.js",
    target: "node20",
    outDir: FOLDER,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      output: {
        format: "cjs",
        comments: false,
        entryFileNames: "backtest.cjs",
        chunkFileNames: "[name].cjs",
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              debugName: "at once",
              name: (id, modules) => (isAtOnce(id, modules) ? "backtest" : null),
            },
          ],
        },
      },
    },
  },
});

type Modules = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

/** Whether a module is there from the start: one that is loaded later stays a file of its own. */
function isAtOnce(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.startsWith("\0")) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const module = modules.getModuleInfo(id);
  if (module === null || module.isEntry) return true;
  return module.importers.some((importer) => isAtOnce(importer, modules, seen));
}

/** Each module goes by the address of its own file: what it looks for lies beside that. */
function ownAddresses(): Plugin {
  return {
    name: "own-addresses",
    transform(code, id) {
      if (!code.includes("import.meta.url")) return undefined;
      const path = relative(FOLDER, id).replaceAll("\\", "/");
      return code.replaceAll(
        "import.meta.url",
        `new URL(${JSON.stringify(path)}, require("node:url").pathToFileURL(__filename)).href`,
      );
    },
  };
}
