/** HTML that may stand in a page as it is: every text in it has been escaped. */
export interface Markup {
  readonly html: string;
}

type Part = Markup | string | number | undefined | readonly Part[];

/** `markup\`<b>${text}</b>\`` escapes every text put into it; undefined puts in nothing. */
export const markup = (pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  html: pieces.reduce((html, piece, at) => html + htmlOf(parts[at - 1]) + piece),
});

function htmlOf(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  if ("html" in part) return part.html;
  return part.map(htmlOf).join("");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Values for the page's script. No `<` can end the element they stand in. */
export const jsonIsland = (attributes: Markup, value: unknown): Markup => ({
  html: `<script type="application/json"${attributes.html}>${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`,
});
