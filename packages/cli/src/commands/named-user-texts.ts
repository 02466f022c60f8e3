import type { NamedRefusal } from "@sevenfold/application/people/named-user";

/** Why there is not one user of that name, for whoever typed it. */
export const NAMED_USER_TEXTS: Record<NamedRefusal["kind"], (name: string) => string> = {
  "user-not-found": (name) => `no user has the username or e-mail address "${name}"`,
  "name-of-two": (name) =>
    `"${name}" is one user's username and another's e-mail address: name the user by the other one`,
  "demo-account": (name) => `"${name}" is a visitor of the demo, who has no password`,
  "user-leaves": (name) =>
    `"${name}" asked to be deleted: it goes on by itself, and nobody is let in as them any more`,
};
