// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SettingsLayout } from "./settings-layout.tsx";

holdInventedHttp();

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
});
