import type { SignIn } from "@sevenfold/application/ports/stores/sign-in-store";
import { EntitySchema } from "typeorm";
import { instantAt, json, OPTIONAL, ofUser, PRIMARY, text, uuid } from "../columns.ts";

/** The specification's session store. `sid` holds a hash, never the id a browser sends. */
export const signInSchema = new EntitySchema<SignIn>({
  name: "sessions",
  columns: {
    sidHash: text({ name: "sid", ...PRIMARY }),
    content: json({ name: "sess" }),
    expiresAt: instantAt({ name: "expire" }),
    userId: uuid(OPTIONAL),
  },
  indices: [
    { name: "ix_sessions_expire", columns: ["expiresAt"] },
    { name: "ix_sessions_user_id", columns: ["userId"] },
  ],
  foreignKeys: [ofUser("sessions")],
});
