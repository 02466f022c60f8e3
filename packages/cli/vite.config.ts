import { defineConfig } from "vite";

/** Modules that stay what they are: errors are told apart by class, files are found beside them. */
const APART = [/^commander$/, /\/dist\/failure\.js$/, /\/dist\/engine-version\.js$/];
/** What a backtest loads only when it keeps its run. */
const LATER = [/\/dist\/run\/(?!run-name)/, /\/dist\/report\/html\//];

/**
 * The backtest command and what it needs in one file: some two hundred modules take longer to load
 * than ten years of days take to trade. Used by `src/commands/load-backtest.ts`.
 */
export default defineConfig({
  ssr: { noExternal: true, external: ["commander"] },
  build: {
    ssr: "dist/commands/backtest.js",
    target: "node20",
    outDir: "dist/quick",
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      external: [...APART, ...LATER],
      output: { entryFileNames: "backtest.js" },
    },
  },
});
