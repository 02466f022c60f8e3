// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import "../testing/patience.ts";
import { forgetNotices, tell, tellError, tellSuccess } from "./notices.ts";
import { Toaster } from "./toaster.tsx";

afterEach(() => {
  cleanup();
  forgetNotices();
});

const open = () =>
  render(
    <MemoryRouter initialEntries={["/dashboard"]}>
      <Toaster />
      <Place />
    </MemoryRouter>,
  );
const Place = () => <output aria-label="Address">{useLocation().pathname}</output>;

describe("the toasts", () => {
  it("are one at a time, the newest", async () => {
    open();
    act(() => tellError("Order Failed", "The broker does not answer."));
    expect(await screen.findByText("The broker does not answer.")).toBeTruthy();
    act(() => tellSuccess("Order Placed Successfully", "Buy 1 share of AAPL."));

    expect(await screen.findByText("Buy 1 share of AAPL.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("The broker does not answer.")).toBeNull());
  });

  it("lead to where something can be done about it", async () => {
    open();
    const action = { label: "Upgrade", to: "/pricing" };
    act(() => void tell({ tone: "error", title: "Premium Feature", details: "Please.", action }));
    fireEvent.click(await screen.findByRole("button", { name: "Upgrade" }));

    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/pricing"));
  });
});
