import { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { deleteUserCommand } from "./user-delete.ts";
import { userListCommand } from "./user-list.ts";
import { newPasswordCommand } from "./user-new-password.ts";
import { unlockUserCommand } from "./user-unlock.ts";

/** `sevenfold user`: what an operator does for and with those who have an account. */
export const userCommand = (terminal: Terminal): Command =>
  new Command("user")
    .description(
      "Lists who has an account here, lets in again who cannot sign in any more, and deletes a user.",
    )
    .addCommand(userListCommand(terminal))
    .addCommand(newPasswordCommand(terminal))
    .addCommand(unlockUserCommand(terminal))
    .addCommand(deleteUserCommand(terminal));
