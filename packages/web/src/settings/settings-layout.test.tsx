// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SettingsLayout } from "./settings-layout.tsx";

holdInventedHttp();
afterEach(() => {
  vi.restoreAllMocks();
});

describe("the frame of the settings", () => {
  it("leads back to the dashboard and to each of its pages, and says which is shown", () => {
    renderPage(<SettingsLayout />, { at: "/settings/brokers" });

    expect(screen.getByRole("link", { name: "Back to Dashboard" }).getAttribute("href")).toBe(
      "/dashboard",
    );
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Brokers");
    for (const name of ["Configuration", "Brokers", "Account", "API tokens"])
      expect(screen.getByRole("link", { name })).toBeTruthy();
  });

  it("brings the page that is shown into sight where not all of them have room", () => {
    const brought = vi.spyOn(Element.prototype, "scrollIntoView");
    renderPage(<SettingsLayout />, { at: "/settings/tokens" });

    expect(brought.mock.contexts).toEqual([screen.getByRole("link", { name: "API tokens" })]);
  });
});
