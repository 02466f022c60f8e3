import { z } from "zod";

/** The address of a PostgreSQL server. */
export const databaseAddress = () =>
  z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address", abort: true })
    .refine(hasEscapesOnly, "has a % that begins no escape: write %25 for a percent sign");

/** Whoever opens it, and whoever keeps its password out of the log, reads the escapes in it. */
function hasEscapesOnly(url: string): boolean {
  const { password, pathname, username } = new URL(url);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
