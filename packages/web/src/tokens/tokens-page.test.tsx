// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { DEMO, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { TokensPage } from "./tokens-page.tsx";

const invented = holdInventedHttp();

const open = async (plan: "pro" | "basic" | null) => {
  invented.begin({ user: TRADER, plan });
  renderPage(<TokensPage />, { at: "/settings/tokens" });
  await screen.findByText("No tokens yet");
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

async function create(name: string) {
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: name } });
  press("Create Token");
}

describe("the API tokens", () => {
  it("are part of the Pro plan, and say where it is to be had", async () => {
    await open("basic");

    expect(await screen.findByText("API access is part of the Pro plan.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "See plans" }).getAttribute("href")).toBe("/pricing");
    expect(screen.queryByRole("button", { name: "Create Token" })).toBeNull();
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
      { name: "My script", scope: "trade", expiresInDays: 365 },
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
    const good = { ...token, id: `${token.id.slice(0, -1)}1`, name: "Script", expiresAt: null };
    invented.begin({ user: TRADER, plan: "pro", tokens: [token, good] });
    renderPage(<TokensPage />, { at: "/settings/tokens" });
    await screen.findByText("Old script");

    const [old, young] = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(old).toContain("Expired");
    expect(old).toContain("expired Feb 9, 2025");
    expect(young).toContain("good until revoked");
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
