import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonIsland, markup } from "./markup.ts";

describe("markup", () => {
  it("escapes texts, and leaves markup as it is", () => {
    const inner = markup`<i>${'"A" & <B>'}</i>`;

    expect(markup`<b>${inner}${["1 < 2", undefined, 3]}</b>`.html).toBe(
      "<b><i>&quot;A&quot; &amp; &lt;B&gt;</i>1 &lt; 23</b>",
    );
  });

  it("never lets a text open or end an element or an attribute", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const inside = markup`${text}`.html;

        expect(/[<>"']/.test(inside)).toBe(false);
      }),
    );
  });
});

describe("jsonIsland", () => {
  it("always holds the values, and never ends its element", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { html } = jsonIsland(markup``, { value, trap: "</script><script>" });
        const inside = html.slice(html.indexOf(">") + 1, html.lastIndexOf("</script>"));

        expect(inside.includes("<")).toBe(false);
        expect(JSON.parse(inside).trap).toBe("</script><script>");
      }),
    );
  });
});
