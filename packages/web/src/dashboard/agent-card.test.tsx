// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { stateOf } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { AgentCard } from "./agent-card.tsx";

const invented = holdInventedHttp();
afterEach(() => invented.server.resetHandlers());

const show = async () => {
  renderPage(<AgentCard className="" />);
  return screen.findByRole("switch", { name: "Automatic trading" });
};
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

describe("the agent's switch", () => {
  it("asks before it turns on, and names what would trade at once", async () => {
    fireEvent.click(await show());

    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain("3 symbols stand at their triggers");
    expect(dialog.textContent).toContain("BuyAMD, TSLASellNVDA");
    expect(invented.heard("POST", "/api/worker/toggle")).toEqual([]);

    fireEvent.click(screen.getByRole("checkbox", { name: /fresh trails/ }));
    fireEvent.click(screen.getByRole("button", { name: "Turn on" }));
    await said("Strategy Updated: Automated trading enabled");
    expect(invented.heard("POST", "/api/worker/toggle").map(({ body }) => body)).toEqual([
      { enabled: true, freshTrails: true },
    ]);
    await waitFor(() => expect(screen.getByText("Active")).toBeTruthy());
  });

  it("may have turned on where the answer is lost, and shows it", async () => {
    fireEvent.click(await show());
    await screen.findByRole("alertdialog");
    invented.loseAnswer("/api/worker/toggle");
    fireEvent.click(screen.getByRole("button", { name: "Turn on" }));

    await said("Outcome Unknown: No answer came: automation may have been switched on.");
    await waitFor(() => expect(screen.getByText("Active")).toBeTruthy());
    expect(invented.heard("POST", "/api/worker/toggle")).toHaveLength(1);
  });

  it("turns off with one click and no question", async () => {
    invented.begin({ enabled: true });
    fireEvent.click(await show());

    await said("Strategy Updated: Automated trading disabled");
    expect(invented.heard("POST", "/api/worker/toggle").map(({ body }) => body)).toEqual([
      { enabled: false },
    ]);
  });

  it("says Offline and does not turn on while the worker is offline", async () => {
    invented.begin({ online: false });
    fireEvent.click(await show());

    await said(
      "Worker Unavailable: The trading worker is currently offline. Please ensure the worker service is running.",
    );
    expect(screen.getByText("Offline")).toBeTruthy();
    expect(invented.heard("POST", "/api/worker/toggle")).toEqual([]);
  });

  it("says that it buys nothing once the trial has ended, and can be turned off", async () => {
    const message = "Automated trading is on, but buys nothing: the trial has ended.";
    invented.begin({ enabled: true, accountState: stateOf("plan-over", "Trial ended", message) });
    const toggle = await show();

    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText("Trial ended")).toBeTruthy();
    expect(screen.queryByText("Active")).toBeNull();
    expect((toggle as HTMLInputElement).getAttribute("aria-checked") ?? "true").toBe("true");
    fireEvent.click(toggle);
    await said("Strategy Updated: Automated trading disabled");
  });

  it.each([
    ["paused", "Paused"],
    ["error", "Error"],
    ["pending", "Pending"],
    ["needs-authorisation", "Needs authorisation"],
  ] as const)("is %s with the account, on or off", async (state, label) => {
    for (const enabled of [true, false]) {
      invented.begin({ enabled, accountState: stateOf(state, label, "The account's words.") });
      const { unmount } = renderPage(<AgentCard className="" />);
      expect(await screen.findByText(label)).toBeTruthy();
      expect(screen.getByText("The account's words.")).toBeTruthy();
      expect(screen.queryByText(/^(Active|Inactive)$/)).toBeNull();
      unmount();
    }
  });

  it("offers the upgrade where there is no subscription and no trial", async () => {
    invented.begin({ hasSubscription: false });
    const toggle = await show();
    await waitFor(() => expect(invented.heard("GET", "/api/subscription/status")).not.toEqual([]));
    fireEvent.click(toggle);

    await said(
      "Premium Feature: AI trading requires an active subscription. Please upgrade to continue. [Upgrade /pricing]",
    );
    expect(invented.heard("POST", "/api/worker/toggle")).toEqual([]);
  });

  it("stays off and says why when the server refuses", async () => {
    invented.refuse("/api/worker/toggle", 409, {
      code: "halted",
      error: "Refused",
      details: "Trading is halted until the next session.",
    });
    fireEvent.click(await show());
    fireEvent.click(await screen.findByRole("button", { name: "Turn on" }));

    await said("Error: Trading is halted until the next session.");
    expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("false");
  });

  it("says what failed and loads again on Retry", async () => {
    invented.refuse("/api/worker/status", 503, { code: "away", error: "The worker is away." });
    renderPage(<AgentCard className="" />);

    expect((await screen.findByRole("alert")).textContent).toContain("The worker is away.");
    invented.accept("/api/worker/status");
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("switch")).toBeTruthy();
  });
});
