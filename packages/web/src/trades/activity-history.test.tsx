// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { hideValues } from "../ui/appearance.ts";
import { TradesPage } from "./trades-page.tsx";

holdInventedHttp();
afterEach(() => hideValues(false));

describe("the activities", () => {
  it("are told in words, with the broker's own and a file of all", async () => {
    renderPage(<TradesPage />, { at: "/trades?view=activities" });

    const list = within(await screen.findByRole("list", { name: "Activities" }));
    expect(list.getByText("Dividend of AAPL: $12.34 paid in.")).toBeTruthy();
    expect(list.getByText("The broker says: DIV · CDIV · AAPL")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Whole history as CSV" }).getAttribute("href")).toBe(
      "/api/activities.csv",
    );
  });

  it("name no amount while values are hidden", async () => {
    hideValues(true);
    renderPage(<TradesPage />, { at: "/trades?view=activities" });

    const list = await screen.findByRole("list", { name: "Activities" });
    expect(list.textContent).toContain("Dividend of AAPL: •••••");
    expect(list.textContent).not.toContain("$");
  });
});
