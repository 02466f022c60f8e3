// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { AccountPage } from "./account-page.tsx";

const invented = holdInventedHttp();
const PASSWORD = "a long enough secret";

const open = async (user = TRADER) => {
  invented.begin({ user });
  renderPage(<AccountPage />, { at: "/settings/account" });
  await screen.findByRole("heading", { name: "Account" });
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const typed = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

describe("the account", () => {
  it("says who one is", async () => {
    await open();

    expect(screen.getByText("trader@sevenfold.invalid")).toBeTruthy();
    expect(screen.getByText("Nov 20, 2025")).toBeTruthy();
  });

  it("has what cannot be taken back at its end, also where all of it is one column", async () => {
    await open();

    const headings = screen.getAllByRole("heading").map(({ textContent }) => textContent);
    expect(headings.at(-1)).toBe("Delete account");
  });

  it("asks a demo for no password", async () => {
    await open({ ...TRADER, isDemo: true, endsAt: "2025-11-21T14:00:00.000Z" });

    expect(screen.getByText(/A demo account has no password.* ends Nov 21, 09:00 ET/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Change Password" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Delete Account" })).toBeNull();
  });
});

describe("the password", () => {
  it("is changed, and the fields are emptied", async () => {
    await open();
    type("Current password", PASSWORD);
    type("New password", "another long secret");
    press("Change Password");

    await said("Password Changed");
    expect(
      screen.getByText(/Changing it ends every other sign-in and every API token\./),
    ).toBeTruthy();
    expect(typed("New password")).toBe("");
    expect(invented.heard("POST", "/api/user/password").map(({ body }) => body)).toEqual([
      { currentPassword: PASSWORD, newPassword: "another long secret" },
    ]);
  });

  it("says at its field what is wrong", async () => {
    await open();
    type("Current password", "not mine");
    type("New password", "short");
    press("Change Password");
    expect(await screen.findByText("Password must have at least 12 characters")).toBeTruthy();
    type("New password", "another long secret");
    press("Change Password");

    expect(await screen.findByText("The current password is not right.")).toBeTruthy();
    expect(typed("New password")).toBe("another long secret");
  });
});

describe("two-step sign-in", () => {
  it("is set up with a password, a key and a first code, and ends with recovery codes", async () => {
    await open();
    press("Set Up");
    const dialog = await screen.findByRole("dialog", { name: "Set up two-step sign-in" });
    expect(within(dialog).getByText(/Your API tokens end\./)).toBeTruthy();
    type("Your password", PASSWORD);
    press("Continue");
    expect(await screen.findByLabelText("Setup key")).toBeTruthy();
    expect(typed("Setup key")).toBe("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP");
    expect(screen.getByRole("img", { name: "QR code for your authenticator" })).toBeTruthy();
    const link = within(dialog).getByRole("link", { name: "open it on this device" });
    expect(link.getAttribute("href")).toMatch(/^otpauth:\/\/totp\//);

    type("Code", "000000");
    press("Turn on");
    expect(await screen.findByText("This code is not right or was used already.")).toBeTruthy();
    type("Code", "123456");
    press("Turn on");
    expect(await screen.findByLabelText("Recovery codes")).toBeTruthy();
    expect(typed("Recovery codes").split("\n")).toHaveLength(8);
    expect(within(dialog).getByText(/^Two-step sign-in is on\./)).toBeTruthy();
    fireEvent.keyDown(dialog, { key: "Escape" });
    expect(typed("Recovery codes").split("\n")).toHaveLength(8);
    press("I have kept them");
    expect(await screen.findByRole("button", { name: "Turn Off" })).toBeTruthy();
  });

  it("says that the password is wrong", async () => {
    await open();
    press("Set Up");
    await screen.findByRole("dialog");
    type("Your password", "not mine");
    press("Continue");

    expect(await screen.findByText("The current password is not right.")).toBeTruthy();
  });

  it("is turned off with password and code", async () => {
    await open({ ...TRADER, hasTotp: true });
    press("Turn Off");
    await screen.findByRole("dialog", { name: "Turn off two-step sign-in" });
    expect(screen.getByText(/and your API tokens end\./)).toBeTruthy();
    type("Your password", PASSWORD);
    press("Turn off");
    expect(await screen.findByText("Enter the six digits, or a recovery code")).toBeTruthy();
    type("Code", "123456");
    press("Turn off");

    await said("Two-Step Sign-In Off");
    expect(await screen.findByRole("button", { name: "Set Up" })).toBeTruthy();
  });
});

describe("the sign-ins", () => {
  it("are listed with this browser marked, and ended one by one", async () => {
    await open();
    expect(await screen.findByText("Firefox on Linux")).toBeTruthy();
    expect(screen.getByText("This browser")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Sign out Firefox on Linux" })).toBeNull();
    press("Sign out Safari on iPhone");

    await said("Signed Out: Safari on iPhone is signed out.");
    expect(screen.queryByText("Safari on iPhone")).toBeNull();
  });

  it("are ended everywhere else at once, while there is an elsewhere", async () => {
    await open();
    await screen.findByText("Safari on iPhone");
    press("Sign out everywhere else");

    await said("Every other browser is signed out.");
    expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).toBeNull();
  });

  it("say why one could not be ended", async () => {
    await open();
    await screen.findByText("Safari on iPhone");
    invented.refuse("/api/sign-ins/sign-in-2", 404, {
      code: "gone",
      error: "It has ended already.",
    });
    press("Sign out Safari on iPhone");

    await said("Sign-In Not Ended: It has ended already.");
  });

  it("say that they could not be loaded", async () => {
    invented.begin({ user: TRADER });
    invented.refuse("/api/sign-ins", 503, { code: "away", error: "Not now" });
    renderPage(<AccountPage />, { at: "/settings/account" });

    expect(await screen.findByText("Failed to load data")).toBeTruthy();
  });
});

describe("deleting the account", () => {
  it("takes the password, and the code where there is one, and leads out", async () => {
    await open({ ...TRADER, hasTotp: true });
    press("Delete Account");
    await screen.findByRole("dialog", { name: "Delete the account trader" });
    type("Your password", PASSWORD);
    type("Code", "123456");
    press("Delete for good");

    await said("Account Deleted");
    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/"));
  });

  it("says what stands in the way", async () => {
    await open();
    invented.refuse("/api/user/delete", 409, {
      code: "open-orders",
      error: "Orders are open",
      details: "Cancel them first: buy 10 AAPL.",
    });
    press("Delete Account");
    await screen.findByRole("dialog");
    type("Your password", PASSWORD);
    press("Delete for good");

    await said("Account Not Deleted: Cancel them first: buy 10 AAPL.");
  });
});
