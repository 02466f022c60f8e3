// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ChartLegend } from "./chart-legend.tsx";

afterEach(cleanup);

describe("the chart's legend", () => {
  it("says in which zone the chart's times are", () => {
    render(<ChartLegend hasShade={false} hasCost={false} />);

    expect(screen.getByText("Times in ET")).toBeTruthy();
  });

  it("explains the shade and the cost where there are any", () => {
    render(<ChartLegend hasShade hasCost />);

    expect(screen.getByText("Outside the regular session")).toBeTruthy();
    expect(screen.getByText("Average cost")).toBeTruthy();
  });
});
