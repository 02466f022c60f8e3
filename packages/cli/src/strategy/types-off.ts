/** TypeScript's text without its types, or what is wrong with it. */
export type TypesOff =
  | { readonly code: string }
  | { readonly startLine: number | undefined; readonly message: string };

/** Takes the types off, and puts nothing in their place: a fault's line and column stay the file's. */
export async function typesOff(text: string): Promise<TypesOff> {
  // Loaded where there are types to take off only: it is the size of a picture.
  const { transformSync } = await import("@swc/wasm-typescript");
  try {
    return { code: transformSync(text, { mode: "strip-only" }).code };
  } catch (error) {
    const { startLine, message } = error as { readonly startLine?: number; message?: string };
    return { startLine, message: String(message) };
  }
}
