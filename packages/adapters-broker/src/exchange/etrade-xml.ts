/** One element for each key, a list as its element again and again: how E*TRADE writes XML. */
export const xmlOf = (body: Readonly<Record<string, unknown>>): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${Object.entries(body)
    .map(([name, value]) => elements(name, value))
    .join("")}`;

function elements(name: string, value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => elements(name, each)).join("");
  if (typeof value === "object" && value !== null)
    return `<${name}>${Object.entries(value)
      .map(([key, each]) => elements(key, each))
      .join("")}</${name}>`;
  return `<${name}>${escaped(String(value ?? ""))}</${name}>`;
}

const SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? "");
