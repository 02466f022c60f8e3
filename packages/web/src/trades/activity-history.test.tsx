// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { TradesPage } from "./trades-page.tsx";

holdInventedHttp();

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
});
