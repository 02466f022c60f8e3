// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ActivityDialog } from "../layout/activity-log.tsx";
import "../testing/patience.ts";
import { hideValues } from "./appearance.ts";
import { forgetNotices, tell, tellError, tellSuccess, useNotices } from "./notices.ts";
import { Toaster } from "./toaster.tsx";

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  forgetNotices();
  hideValues(false);
});

const open = () =>
  render(
    <MemoryRouter initialEntries={["/dashboard"]}>
      <Toaster />
      <Place />
      <Log />
      <button type="button">Elsewhere</button>
    </MemoryRouter>,
  );
/** In steps: what one of them changes is drawn before the next. */
async function pass(ms: number) {
  for (let left = ms; 0 < left; left -= 250) await act(() => vi.advanceTimersByTimeAsync(250));
}
const Log = () => (
  <output aria-label="Log">
    {useNotices()
      .map(({ title }) => title)
      .join(", ")}
  </output>
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

  it("name no amount of the account once values are hidden, nor does the activity log", async () => {
    open();
    render(<ActivityDialog onClose={() => {}} />, { wrapper: MemoryRouter });
    const notice = { tone: "success", title: "Goal Saved", details: "It is $250,000." } as const;
    act(() => tell({ ...notice, covered: "Its amount is hidden." }));
    await waitFor(() => expect(screen.getAllByText("It is $250,000.")).toHaveLength(2));
    act(() => hideValues(true));

    expect(screen.queryByText("It is $250,000.")).toBeNull();
    expect(screen.getAllByText("Its amount is hidden.")).toHaveLength(2);
  });

  it("end by themselves, failures too, and stay in the activity log", async () => {
    vi.useFakeTimers();
    open();
    for (const say of [tellSuccess, tellError]) {
      act(() => say("Sync", "What came of it."));
      await pass(4_500);
      expect(screen.getByText("What came of it.")).toBeTruthy();
      await pass(1_500);
      expect(screen.queryByText("What came of it.")).toBeNull();
    }

    expect(screen.getByLabelText("Log").textContent).toBe("Sync, Sync");
  });

  it("wait while they have the focus", async () => {
    vi.useFakeTimers();
    open();
    act(() => tellError("Order Failed", "The broker does not answer."));
    await pass(1_000);
    screen.getByRole("button", { name: "Close toast" }).focus();
    await pass(60_000);
    expect(screen.getByText("The broker does not answer.")).toBeTruthy();
    screen.getByRole("button", { name: "Elsewhere" }).focus();
    await pass(5_000);

    expect(screen.queryByText("The broker does not answer.")).toBeNull();
  });

  it("lead to where something can be done about it", async () => {
    open();
    const action = { label: "Upgrade", to: "/pricing" };
    act(() => void tell({ tone: "error", title: "Premium Feature", details: "Please.", action }));
    fireEvent.click(await screen.findByRole("button", { name: "Upgrade" }));

    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/pricing"));
    // It is taken away a moment later.
    await waitFor(() => expect(screen.queryByText("Please.")).toBeNull());
  });
});
