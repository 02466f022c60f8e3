// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { DEMO, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { TokensPage } from "./tokens-page.tsx";

const invented = holdInventedHttp();

const PASSWORD = "a long enough secret";

const open = async (plan: "pro" | "basic" | null, user = TRADER) => {
  invented.begin({ user, plan });
  renderPage(<TokensPage />, { at: "/settings/tokens" });
  await screen.findByText("No tokens yet");
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function create(name: string, password = PASSWORD) {
  await screen.findByLabelText("Name");
  fill("Name", name);
  fill("Your password", password);
  press("Create Token");
}

describe("the API tokens", () => {
  it("are part of the Pro plan, and say where it is to be had", async () => {
    await open("basic");

    expect(await screen.findByText("API access is part of the Pro plan.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "See plans" }).getAttribute("href")).toBe("/pricing");
    expect(screen.queryByRole("button", { name: "Create Token" })).toBeNull();
  });

  it("are to be had in the free days of the Pro plan too", async () => {
    const world = invented.begin({ user: TRADER, plan: "pro" });
    world.payments.isTrialing = true;
    renderPage(<TokensPage />, { at: "/settings/tokens" });

    expect(await screen.findByRole("button", { name: "Create Token" })).toBeTruthy();
  });

  it("are no part of the trial of a new account, which has the rights of Premium", async () => {
    await open(null);

    expect(await screen.findByText("API access is part of the Pro plan.")).toBeTruthy();
  });

  it("are no part of a demo, which has no other plan than its own", async () => {
    invented.begin({ user: DEMO });
    renderPage(<TokensPage />, { at: "/settings/tokens" });

    expect(await screen.findByText(/A demo has no other plan than its own/)).toBeTruthy();
  });

  it("are shown once, when made, and listed from then on", async () => {
    await open("pro");
    fireEvent.click(await screen.findByRole("radio", { name: /Trade/ }));
    fireEvent.change(screen.getByLabelText("Good for"), { target: { value: "365" } });
    await create("My script");
    const made = await screen.findByRole("dialog", { name: "Your new token" });
    fireEvent.keyDown(made, { key: "Escape" });
    expect((screen.getByLabelText("Token") as HTMLTextAreaElement).value).toBe("svf_4kq2nXb0uYw7");
    // A token is longer than a line of a phone: none of it may be out of sight.
    for (const label of ["Token", "Header to send"])
      expect(Number(screen.getByLabelText(label).getAttribute("rows"))).toBeGreaterThan(1);
    press("I have kept it");

    expect(await screen.findByText("My script")).toBeTruthy();
    expect(screen.queryByText("svf_4kq2nXb0uYw7")).toBeNull();
    expect(invented.heard("POST", "/api/tokens").map(({ body }) => body)).toEqual([
      { name: "My script", scope: "trade", expiresInDays: 365, password: PASSWORD },
    ]);
    // The next one is asked for it again.
    expect((screen.getByLabelText("Your password") as HTMLInputElement).value).toBe("");
  });

  it("are good for ninety days unless chosen otherwise, and never for ever", async () => {
    await open("pro");
    const choice = (await screen.findByLabelText("Good for")) as HTMLSelectElement;

    expect([...choice.options].map(({ value }) => value)).toEqual(["30", "90", "365"]);
    await create("My script");
    await screen.findByRole("dialog", { name: "Your new token" });
    expect(invented.heard("POST", "/api/tokens").map(({ body }) => body)).toMatchObject([
      { expiresInDays: 90 },
    ]);
  });

  it("say what each scope may do, and what ends them", async () => {
    await open("pro");
    await screen.findByRole("radio", { name: /Manage/ });

    for (const [scope, words] of [
      ["Read", "changes nothing"],
      ["Trade", "places and cancels orders, sells, syncs and switches automation off"],
      ["Manage", "changes settings, risk limits, watchlist and goal"],
    ] as const) {
      const id =
        screen
          .getByRole("radio", { name: new RegExp(`^${scope}`) })
          .getAttribute("aria-describedby") ?? "";
      expect(document.getElementById(id)?.textContent).toContain(words);
    }
    expect(screen.getByText(/All of them end when your password or two-step/)).toBeTruthy();
  });

  it("are not made with a wrong password, which is said at its field", async () => {
    await open("pro");
    await create("My script", "not mine");

    expect(await screen.findByText("The current password is not right.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Your password"));
    expect(screen.getByText("No tokens yet")).toBeTruthy();
  });

  it("ask for a code too where signing in does", async () => {
    await open("pro", { ...TRADER, hasTotp: true });
    await create("My script");
    expect(await screen.findByText("Enter the six digits, or a recovery code")).toBeTruthy();
    expect(invented.heard("POST", "/api/tokens")).toEqual([]);

    fill("Code", "123456");
    press("Create Token");
    expect(await screen.findByRole("dialog", { name: "Your new token" })).toBeTruthy();
    expect(invented.heard("POST", "/api/tokens").map(({ body }) => body)).toMatchObject([
      { totpCode: "123456" },
    ]);
  });

  it("need a name", async () => {
    await open("pro");
    await create("");

    expect(await screen.findByText("Name is required")).toBeTruthy();
    expect(invented.heard("POST", "/api/tokens")).toEqual([]);
  });

  it("are revoked after a question", async () => {
    await open("pro");
    await create("My script");
    await screen.findByRole("dialog");
    press("I have kept it");
    await screen.findByText("My script");
    press("Revoke My script");
    await screen.findByRole("alertdialog", { name: "Revoke My script" });
    press("Revoke token");

    await said("Token Revoked");
    expect(await screen.findByText("No tokens yet")).toBeTruthy();
  });

  it("may have been made where no answer comes, and are listed, to be revoked", async () => {
    await open("pro");
    await screen.findByLabelText("Name");
    invented.loseAnswer("/api/tokens");
    await create("My script");

    await said("Outcome Unknown: No answer came: a token that nobody has seen may have been made.");
    expect(await screen.findByText("My script")).toBeTruthy();
    invented.loseAnswer("/api/tokens/0e8b1c1a-2f5e-4d5b-9b60-000000000000");
    press("Revoke My script");
    await screen.findByRole("alertdialog", { name: "Revoke My script" });
    press("Revoke token");

    await said("Outcome Unknown: No answer came: My script may have been revoked.");
    expect(await screen.findByText("No tokens yet")).toBeTruthy();
  });

  it("that have expired say so", async () => {
    const token = {
      id: "0e8b1c1a-2f5e-4d5b-9b60-000000000000",
      name: "Old script",
      scope: "read" as const,
      prefix: "svf_4kq",
      createdAt: "2025-01-10T15:00:00.000Z",
      lastUsedAt: null,
      expiresAt: "2025-02-09T15:00:00.000Z",
    };
    const id = `${token.id.slice(0, -1)}1`;
    const good = { ...token, id, name: "Script", expiresAt: "2099-01-10T15:00:00.000Z" };
    invented.begin({ user: TRADER, plan: "pro", tokens: [token, good] });
    renderPage(<TokensPage />, { at: "/settings/tokens" });
    await screen.findByText("Old script");

    const [old, young] = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(old).toContain("Expired");
    expect(old).toContain("expired Feb 9, 2025");
    expect(young).toContain("good until Jan 10, 2099");
    expect(young).not.toContain("Expired");
  });

  it("say why one was not made", async () => {
    await open("pro");
    invented.refuse("/api/tokens", 409, {
      code: "too-many-tokens",
      error: "Too many tokens",
      details: "There can be 20 at once.",
    });
    await create("My script");

    await said("Token Not Created: There can be 20 at once.");
  });

  it("say that they could not be loaded", async () => {
    invented.refuse("/api/tokens", 503, { code: "away", error: "Not now" });
    renderPage(<TokensPage />, { at: "/settings/tokens" });

    expect(await screen.findByText("Failed to load data")).toBeTruthy();
  });
});
