// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { EquityCard } from "./equity-card.tsx";

// A canvas is nothing that can be read.
vi.mock("./equity-chart.tsx", () => ({ EquityChart: () => <p>The curve</p> }));

const invented = holdInventedHttp();

describe("the equity card", () => {
  it("says in which zone the chart's times are", async () => {
    invented.begin();
    renderPage(<EquityCard className="" />);

    expect(await screen.findByText("The curve")).toBeTruthy();
    expect(screen.getByText("Times in ET")).toBeTruthy();
  });
});
