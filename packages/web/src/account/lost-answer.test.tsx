// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { AccountPage } from "./account-page.tsx";

const invented = holdInventedHttp();

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const open = async (hasTotp = false) => {
  invented.begin({ user: { ...TRADER, hasTotp } });
  renderPage(<AccountPage />, { at: "/settings/account" });
  await screen.findByText("Safari on iPhone");
};
const saidLost = (words: string) =>
  waitFor(() =>
    expect(screen.getByLabelText("Notices").textContent).toContain(
      `Outcome Unknown: No answer came: ${words}`,
    ),
  );

it("says that the password may have been changed", async () => {
  await open();
  type("Current password", "a long enough secret");
  type("New password", "another long secret");
  invented.loseAnswer("/api/user/password");
  press("Change Password");

  await saidLost("the password may have been changed.");
});

it("says that two-step sign-in may be on, and keeps its key there", async () => {
  await open();
  press("Set Up");
  await screen.findByRole("dialog");
  type("Your password", "a long enough secret");
  press("Continue");
  await screen.findByLabelText("Setup key");
  type("Code", "123456");
  invented.loseAnswer("/api/totp/confirm");
  press("Turn on");

  await saidLost("two-step sign-in may be on.");
  expect(screen.getByLabelText("Setup key")).toBeTruthy();
});

it("says that two-step sign-in may be off", async () => {
  await open(true);
  press("Turn Off");
  await screen.findByRole("dialog");
  type("Your password", "a long enough secret");
  type("Code", "123456");
  invented.loseAnswer("/api/totp/remove");
  press("Turn off");

  await saidLost("two-step sign-in may be off.");
});

it("says that a sign-in may have ended, and reads the list again", async () => {
  await open();
  invented.loseAnswer("/api/sign-ins/revoke-others");
  press("Sign out everywhere else");

  await saidLost("the sign-in may have ended.");
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).toBeNull(),
  );
});

it("says that the account may have been deleted", async () => {
  await open();
  press("Delete Account");
  await screen.findByRole("dialog");
  type("Your password", "a long enough secret");
  invented.loseAnswer("/api/user/delete");
  fireEvent.click(screen.getAllByRole("button", { name: /^Delete/ }).at(-1)!);

  await saidLost("the account may have been deleted.");
});
