import { ok, type Result, refused } from "@sevenfold/domain/result";

import { isOver, type User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";

export type NamedRefusal =
  | { readonly kind: "user-not-found" }
  /** One user's username is another's address. */
  | { readonly kind: "name-of-two" }
  | { readonly kind: "demo-account" }
  /** On the way out: let in no more. */
  | { readonly kind: "user-leaves" };

/** The one user an operator means by a username or an address. */
export async function namedUser(
  { clock, storage }: Pick<Ports, "clock" | "storage">,
  name: string,
): Promise<Result<User, NamedRefusal>> {
  const [user, namesake] = await storage.read.users.byName(name);
  if (!user) return refused({ kind: "user-not-found" });
  if (namesake) return refused({ kind: "name-of-two" });
  if (user.isDemo) return refused({ kind: "demo-account" });
  if (isOver(user, clock.now())) return refused({ kind: "user-leaves" });
  return ok(user);
}
