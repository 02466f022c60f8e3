// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { Sidebar } from "./sidebar.tsx";
import { VERSION } from "./version.ts";

const invented = holdInventedHttp();
const open = (at: string) => renderPage(<Sidebar user={TRADER} />, { at });
const links = () => within(screen.getByRole("navigation", { name: "Main" })).getAllByRole("link");

describe("the sidebar", () => {
  it("has six links, the product's name with its version, and who one is", () => {
    open("/dashboard");

    expect(links().map((link) => [link.getAttribute("href"), link.textContent])).toEqual([
      ["/dashboard", "Dashboard"],
      ["/portfolio", "Portfolio"],
      ["/trades", "Trading History"],
      ["/settings", "AI Settings"],
      ["/goals", "Goals"],
      ["/billing", "Billing"],
    ]);
    expect(screen.getByText("Sevenfold")).toBeTruthy();
    expect(screen.getByText(VERSION)).toBeTruthy();
    const account = screen.getByRole("link", { name: /trader@sevenfold.invalid/ });
    expect(account.getAttribute("href")).toBe("/settings/account");
  });

  it.each([
    ["/settings/brokers", "AI Settings"],
    ["/trades", "Trading History"],
    ["/dashboard", "Dashboard"],
    ["/dashboard/else", undefined],
  ])("at %s marks %s", (at, marked) => {
    open(at);

    expect(links().find((link) => link.getAttribute("aria-current") === "page")?.textContent).toBe(
      marked,
    );
  });

  it("says why signing out failed", async () => {
    invented.refuse("/api/logout", 503, { code: "away", error: "Not now" });
    open("/dashboard");
    fireEvent.click(screen.getByRole("button", { name: "Sign Out" }));

    await waitFor(() =>
      expect(screen.getByLabelText("Notices").textContent).toContain("Logout failed: Not now"),
    );
    expect(screen.getByRole("button", { name: "Sign Out" })).toBeTruthy();
  });
});
