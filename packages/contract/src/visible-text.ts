import { hasInvisible } from "@sevenfold/domain/person-name";
import { z } from "zod";

/**
 * A name a person gives to something, trimmed: everything in it can be seen. A direction mark would
 * turn the words around it, in this product and wherever the name is copied to.
 */
export const visibleText = (what: string, lengthMax: number, required?: string) =>
  z
    .string(required)
    .trim()
    .max(lengthMax, `${what} must have at most ${lengthMax} characters`)
    .refine((text) => !hasInvisible(text), `${what} must not hold characters that cannot be seen`);
