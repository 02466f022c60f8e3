// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import "../testing/patience.ts";
import { openHistoryGate } from "./history-gate.ts";
import { LeaveDialog } from "./leave-dialog.tsx";

beforeAll(openHistoryGate);
afterEach(cleanup);
beforeEach(() => history.replaceState({ idx: 0 }, "", "/first"));

const open = (isUnsaved: boolean) => {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/first" element={<Link to="/form">To the form</Link>} />
        <Route
          path="/form"
          element={
            <>
              <LeaveDialog isUnsaved={isUnsaved} onDiscard={() => {}} />
              <Link to="/form?ticket=1">Open a ticket</Link>
              <Link to="/first">Away</Link>
            </>
          }
        />
      </Routes>
    </BrowserRouter>,
  );
  fireEvent.click(screen.getByText("To the form"));
};
const closing = () => {
  const event = new Event("beforeunload", { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

describe("the guard of what is not saved", () => {
  it("stops a link to another page, and lets it go once it is given up", async () => {
    open(true);
    fireEvent.click(screen.getByText("Away"));
    expect(location.pathname).toBe("/form");
    fireEvent.click(await screen.findByRole("button", { name: "Discard changes" }));

    expect(await screen.findByText("To the form")).toBeTruthy();
  });

  it("lets a link pass that stays on the page", () => {
    open(true);
    fireEvent.click(screen.getByText("Open a ticket"));

    expect(location.search).toBe("?ticket=1");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("asks before the window closes, while something is unsaved", () => {
    open(true);
    expect(closing()).toBe(true);
  });

  it("stops nothing while all is saved", () => {
    open(false);
    expect(closing()).toBe(false);
    fireEvent.click(screen.getByText("Away"));

    expect(location.pathname).toBe("/first");
  });
});
