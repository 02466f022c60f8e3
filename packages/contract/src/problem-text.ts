/** The text a person is shown: the first of details, error, message. Apart, so that it needs no zod. */
export function textOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  for (const key of ["details", "error", "message"] as const) {
    const text = (body as Record<string, unknown>)[key];
    if (typeof text === "string" && text !== "") return text;
  }
  return undefined;
}
