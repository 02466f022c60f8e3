/** A text as it may stand in a page or in an attribute. */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

export const dollarsText = (cents: number): string =>
  `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

const STYLE = `
:root {
  color-scheme: light dark;
  font: 16px/1.5 system-ui, sans-serif;
  --line: light-dark(#d5dde3, #2d3742);
  --accent: light-dark(#07607a, #63c5da);
}
body {
  max-width: 34rem; margin: 3rem auto; padding: 0 1rem;
  color: light-dark(#1a202c, #e7ebef); background: light-dark(#f1f5f8, #141a21);
}
main > :not(h1) { margin-block: 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
.note, fieldset, table {
  border: 1px solid var(--line); border-radius: .75rem; padding: .75rem 1rem;
  background: light-dark(#fbfcfe, #1b222b);
}
.note { border-color: var(--accent); }
fieldset { margin: 0 0 1.25rem; }
legend { padding: 0 .25rem; font-weight: 600; }
label { display: flex; gap: .75rem; align-items: baseline; padding: .5rem 0; }
input { accent-color: var(--accent); }
button {
  font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.25rem; margin: 0 .25rem .5rem 0;
  border: 0; border-radius: .5rem; cursor: pointer;
  color: light-dark(#fff, #0f1720); background: var(--accent);
}
button[value="cancel"], button[name="days"] {
  color: inherit; background: none; border: 1px solid var(--line);
}
button:hover { filter: brightness(1.1); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; }
caption { text-align: left; font-weight: 600; padding-bottom: .5rem; }
td { padding: .35rem .5rem .35rem 0; font-variant-numeric: tabular-nums; }
[role="alert"] { font-weight: 600; }
`;

/** A whole page, which says before anything else that nothing here is real. */
export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
  '<meta name="viewport" content="width=device-width,initial-scale=1">' +
  // None: no browser asks for one then.
  '<link rel="icon" href="data:,">' +
  `<style>${STYLE}</style></head><body><main>` +
  '<p class="note">This is a simulation of a payment page. No money moves, and no card is asked for.</p>' +
  `<h1>${escaped(title)}</h1>${body}</main></body></html>`;
