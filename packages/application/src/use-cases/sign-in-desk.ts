import type { Ports } from "../ports.ts";
import { createApiToken } from "./api-tokens.ts";
import { changePassword } from "./change-password.ts";
import { deleteUser } from "./delete-user.ts";
import { register } from "./register.ts";
import { removeTotp } from "./remove-totp.ts";
import { beginTotp, confirmTotp } from "./set-up-totp.ts";
import { signIn } from "./sign-in.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";

export type SignInDesk = ReturnType<typeof signInDesk>;

/** Everything that has to do with passwords and codes, put together. */
export const signInDesk = (
  needs: SignInNeeds & Pick<Ports, "authorisations" | "brokers" | "paperVenue">,
) => ({
  register: register(needs),
  signIn: signIn(needs),
  changePassword: changePassword(needs),
  deleteUser: deleteUser(needs),
  beginTotp: beginTotp(needs),
  confirmTotp: confirmTotp(needs),
  removeTotp: removeTotp(needs),
  createApiToken: createApiToken(needs),
});
