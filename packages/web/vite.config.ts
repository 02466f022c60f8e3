import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import workspace from "../../package.json" with { type: "json" };
import { inventedServer } from "./invented-server.ts";
import { offlineShell } from "./offline-shell.ts";
import { pageCalls } from "./page-calls.ts";

const REACT =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|swr|use-sync-external-store)\//;
const port = process.env.PORT ?? "4000";

// INVENTED=1 answers the calls from src/testing instead of a running server.
export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    offlineShell(),
    pageCalls(),
    ...(command === "serve" && process.env.INVENTED === "1" ? [inventedServer()] : []),
  ],
  // Contract and domain are read from their sources: no build of theirs is needed first.
  define: { __SEVENFOLD_VERSION__: JSON.stringify(workspace.version) },
  resolve: { conditions: ["sevenfold-src", "module", "browser", "development|production"] },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${port}` } } },
  build: {
    outDir: "dist/site",
    emptyOutDir: true,
    // The content security policy allows fonts and images from our own origin only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: REACT },
            // What most pages share, in one request instead of thirty. Ahead of the others: a group
            // takes along what its files import, and no page is to load tables for their icons.
            {
              name: "kit",
              test: /contract\/src\/calls?[./]|src\/(ui\/(?!metric-card|toaster|chart-canvas|new-york-scale|trade-table|data-table|live-|dialog|alert-dialog|switch|choice-cards|copy-field)|api\/|live\/(?!price-store))|node_modules\/lucide-react/,
              minShareCount: 2,
            },
            // Small, and together on every page for visitors: the head of an answer weighs as much.
            {
              name: "public",
              test: /contract\/src\/plans|src\/(plans\/(plans|price-words|wanted-plan|simulation-note|use-payment-mode)|layout\/public-page|marketing\/(start-link|feature-grid|features))\./,
              minShareCount: 2,
            },
            { name: "charts", test: /node_modules\/(lightweight-charts|fancy-canvas)\// },
            {
              name: "overlays",
              test: /node_modules\/(@radix-ui|radix-ui|react-remove-scroll|aria-hidden|@floating-ui)|src\/ui\/((alert-)?dialog|switch)/,
            },
            { name: "tables", test: /node_modules\/@tanstack\/|src\/ui\/data-table/ },
            { name: "forms", test: /node_modules\/(react-hook-form|@hookform|zod)\// },
          ],
        },
      },
    },
  },
}));
