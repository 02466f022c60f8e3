import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { escaped, type Markup, markup } from "./markup.ts";

export interface ReportPage {
  readonly title: string;
  /** The kind of report: "Backtest". */
  readonly kind: string;
  readonly lead: Markup;
  readonly sections: readonly (ReportSection | undefined)[];
  readonly footer: Markup;
  /** Whether a section draws candles: the chart library comes along. */
  readonly hasCandles: boolean;
}

export interface ReportSection {
  readonly id: string;
  readonly title: string;
  /** A sentence under the title. */
  readonly note?: string;
  readonly body: Markup;
}

/** The look of every report, in the order in which its rules follow one another. */
const STYLES = ["report.css", "report-charts.css", "report-tables.css", "report-zoom.css"];

const asset = (name: string): string =>
  readFileSync(new URL(`../../../assets/${name}`, import.meta.url), "utf8");

const chartLibrary = (): string =>
  readFileSync(
    createRequire(import.meta.url)
      .resolve("lightweight-charts/package.json")
      .replace(/package\.json$/, "dist/lightweight-charts.standalone.production.js"),
    "utf8",
  );

// Nothing may be fetched, whatever a script would like: the file holds all it needs.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** One self-contained HTML file: it opens from disk and asks no network for anything. */
export function reportPage({
  title,
  kind,
  lead,
  sections,
  footer,
  hasCandles,
}: ReportPage): string {
  const shown = sections.filter((section) => section !== undefined);
  const body = markup`<header><div class="brand">${GLYPH}<span>Sevenfold</span><span class="kind">${kind}</span></div>
<h1>${title}</h1>${lead}
<nav aria-label="Sections">${shown.map(({ id, title: name }) => markup`<a href="#${id}">${name}</a>`)}</nav></header>
<main>${shown.map(sectionOf)}</main>
<footer>${footer}</footer>`;
  const scripts = [
    ...(hasCandles ? [chartLibrary()] : []),
    asset("report.js"),
    asset("report-zoom.js"),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(`${title} · ${kind}`)}</title>
<style>
${STYLES.map(asset).join("\n")}</style>
</head>
<body>
${body.html}
${scripts.map((script) => `<script>\n${withoutEnd(script)}</script>`).join("\n")}
</body>
</html>
`;
}

// Within a script the letters of its own end tag would end it.
const withoutEnd = (script: string): string => script.replaceAll("</script", "<\\/script");

const sectionOf = ({ id, title, note, body }: ReportSection): Markup =>
  markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${
    note === undefined ? undefined : markup`<p class="note">${note}</p>`
  }${body}</section>`;

const STROKES = [
  [3, 24, 4],
  [7, 23, 5],
  [11, 21, 7],
  [15, 18, 10],
  [19, 14, 14],
  [23, 10, 18],
  [27, 5, 23],
] as const;

const GLYPH = markup`<svg viewBox="0 0 32 32" class="glyph" aria-hidden="true">${STROKES.map(
  ([x, y, height]) => markup`<rect x="${x}" y="${y}" width="2.4" height="${height}" rx="1.2"/>`,
)}</svg>`;
