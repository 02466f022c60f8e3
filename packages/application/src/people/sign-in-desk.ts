import type { Ports } from "../ports.ts";
import { createApiToken } from "./api-tokens.ts";
import { changePassword } from "./change-password.ts";
import { type DeleteNeeds, deleteUser } from "./delete-user.ts";
import { fairPlaces } from "./fair-places.ts";
import { register } from "./register.ts";
import { removeTotp } from "./remove-totp.ts";
import { beginTotp, confirmTotp } from "./set-up-totp.ts";
import { opensStill, signIn } from "./sign-in.ts";

export type SignInDesk = ReturnType<typeof signInDesk>;

/** Everything that has to do with passwords and codes, put together. */
export const signInDesk = (
  needs: DeleteNeeds & Pick<Ports, "brokers" | "paperVenue">,
  places = fairPlaces(),
) => ({
  register: register({ ...needs, places }),
  signIn: signIn({ ...needs, places }),
  opensStill: opensStill(needs),
  /** Somebody is signed in from there, so it is no stranger to the door. */
  know: places.know,
  changePassword: changePassword(needs),
  deleteUser: deleteUser(needs),
  beginTotp: beginTotp(needs),
  confirmTotp: confirmTotp(needs),
  removeTotp: removeTotp(needs),
  createApiToken: createApiToken(needs),
});
