// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { mutate } from "swr";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { WorkerAlarm } from "./worker-alarm.tsx";

const invented = holdInventedHttp();
beforeEach(() => {
  document.title = "Dashboard · Sevenfold";
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "Notification");
});

const again = () => mutate(CALLS.readWorkerStatus.path);
const notices = () => screen.getByLabelText("Notices").textContent;

async function openWhileItLives() {
  const world = invented.begin();
  renderPage(<WorkerAlarm />);
  await waitFor(() => expect(invented.heard("GET", CALLS.readWorkerStatus.path)).toHaveLength(1));
  await invented.debounced();
  expect(screen.queryByRole("alert")).toBeNull();
  return world;
}

describe("the alarm", () => {
  it("rings when the worker dies while the page is open, and ends by itself", async () => {
    const world = await openWhileItLives();
    world.online = false;
    await again();

    expect((await screen.findByRole("alert")).textContent).toMatch(/^Trading worker offline since/);
    await waitFor(() => expect(document.title).toBe("⚠ Dashboard · Sevenfold"));
    expect(notices()).toContain("Trading worker offline: Automated trading stands still");

    // Whatever page sets its title meanwhile.
    document.title = "Portfolio · Sevenfold";
    await waitFor(() => expect(document.title).toBe("⚠ Portfolio · Sevenfold"));
    world.online = true;
    await again();

    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(document.title).toBe("Portfolio · Sevenfold");
    expect(notices()).toContain("Trading worker back");
  });

  it("does not say that the worker is back where only the page goes, as at a sign-out", async () => {
    const world = invented.begin();
    const Page = () => {
      const [isShown, setShown] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setShown(false)}>
            Leave
          </button>
          {isShown && <WorkerAlarm />}
        </>
      );
    };
    renderPage(<Page />);
    await waitFor(() => expect(invented.heard("GET", CALLS.readWorkerStatus.path)).toHaveLength(1));
    await invented.debounced();
    world.online = false;
    await again();
    await screen.findByRole("alert");
    fireEvent.click(screen.getByRole("button", { name: "Leave" }));

    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.title).toBe("Dashboard · Sevenfold");
    expect(notices()).not.toContain("back");
  });

  it("does not ring for a worker that was never seen alive here", async () => {
    invented.begin({ online: false });
    renderPage(<WorkerAlarm />);
    await waitFor(() => expect(invented.heard("GET", CALLS.readWorkerStatus.path)).toHaveLength(1));
    await invented.debounced();

    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.title).toBe("Dashboard · Sevenfold");
  });

  it("does not ring while the server does not answer: of the worker nothing is known then", async () => {
    await openWhileItLives();
    invented.refuse(CALLS.readWorkerStatus.path, 503, { code: "away", error: "Not now" });
    await again();
    await invented.debounced();

    expect(screen.queryByRole("alert")).toBeNull();
  });

  const NOTIFIES = [
    ["granted", true, 1],
    ["granted", false, 0],
    ["default", true, 0],
  ] as const;
  it.each(NOTIFIES)("with %s, hidden %s, notifies %i times", async (allowed, isHidden, times) => {
    const told: FakeNotification[] = [];
    class FakeNotification {
      static readonly permission = allowed;
      isClosed = false;
      constructor() {
        told.push(this);
      }
      close() {
        this.isClosed = true;
      }
    }
    Object.assign(globalThis, { Notification: FakeNotification });
    const world = await openWhileItLives();
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    world.online = false;
    await again();
    await screen.findByRole("alert");

    expect(told).toHaveLength(times);
    world.online = true;
    await again();
    await waitFor(() => expect(told.every(({ isClosed }) => isClosed)).toBe(true));
    Reflect.deleteProperty(document, "hidden");
  });
});
