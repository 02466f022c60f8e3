// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { WhileSeen } from "./seen.ts";

afterEach(cleanup);

describe("what is drawn while it is seen", () => {
  it("keeps its last figures out of sight, and has the newest once it comes to sight", () => {
    const { rerender } = render(row(true, "$10.00"));
    rerender(row(true, "$11.00"));
    expect(screen.getByText("$11.00")).toBeTruthy();

    rerender(row(false, "$12.00"));
    expect(screen.getByText("$11.00")).toBeTruthy();

    rerender(row(true, "$13.00"));
    expect(screen.getByText("$13.00")).toBeTruthy();
  });

  it("is there before anyone could see it", () => {
    render(row(false, "$10.00"));

    expect(screen.getByText("$10.00")).toBeTruthy();
  });
});

const row = (isSeen: boolean, figure: string) => (
  <WhileSeen isSeen={isSeen}>
    <span>{figure}</span>
  </WhileSeen>
);
