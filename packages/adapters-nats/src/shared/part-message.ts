import { z } from "zod";

/** Name of a content: its SHA-256 in hexadecimal. */
const Content = z.string().regex(/^[0-9a-f]{64}$/);

const PartWire = z.object({
  job: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  part: z.int().min(0),
  from: z.int().min(0),
  to: z.int().min(1),
  order: Content,
  materials: z.array(Content).max(100),
});

/** A part of a job: the items [from, to), made by the order from the materials. */
export type PartMessage = z.infer<typeof PartWire>;

export const partBytes = (part: PartMessage): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(part));

/** Undefined of what is no part of ours. */
export function partFrom(bytes: Uint8Array): PartMessage | undefined {
  try {
    const read = PartWire.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success && read.data.from < read.data.to ? read.data : undefined;
  } catch {
    return undefined;
  }
}
