// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { mutate } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BROKER, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { AppLayout } from "./app-layout.tsx";

const invented = holdInventedHttp();
afterEach(() => {
  vi.restoreAllMocks();
  network(true);
});
const address = () => screen.getByLabelText("Address").textContent;

describe("the frame of the protected pages", () => {
  it("leads whoever is not signed in to the sign-in", async () => {
    invented.begin({ signedIn: false });
    renderPage(<AppLayout />);

    expect(screen.getByText("Loading your account")).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/auth"));
  });

  it("leads to the sign-in when what is pressed is refused for want of one", async () => {
    const world = invented.begin({ enabled: true });
    renderPage(<AppLayout />);
    const [stop] = await screen.findAllByRole("button", { name: "Stop" });
    await waitFor(() => expect((stop as HTMLButtonElement).disabled).toBe(false));
    world.signedIn = false;
    fireEvent.click(stop!);

    await waitFor(() => expect(address()).toBe("/auth"));
  });

  it("stays, with its figures, when a refresh finds no server", async () => {
    renderPage(<AppLayout />);
    await screen.findAllByText("demo@sevenfold.invalid");
    invented.refuse("/api/user", 503, { code: "away", error: "Away" });
    await mutate("/api/user");

    await waitFor(() => expect(invented.heard("GET", "/api/user")).toHaveLength(2));
    expect(screen.getByText("demo@sevenfold.invalid")).toBeTruthy();
    expect(screen.queryByText("Your account could not be loaded")).toBeNull();
  });

  it("says whose fault it is that no answer comes, and opens by itself once one does", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("Failed to fetch"));
    renderPage(<AppLayout />);
    expect(await screen.findByText("Sevenfold does not answer")).toBeTruthy();

    network(false);
    expect(await screen.findByText("You are offline")).toBeTruthy();
    expect(screen.getByText(/orders are disabled/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();

    network(true);
    await screen.findAllByText("demo@sevenfold.invalid");
  });

  it("names the account in use on every page, and leads to the others", async () => {
    invented.begin({ user: TRADER, brokers: [{ ...BROKER, accountLabel: "Savings" }] });
    renderPage(<AppLayout />, { at: "/portfolio" });

    const link = await screen.findByRole("link", { name: "Account in use: Savings" });
    expect(link.textContent).toBe("Savings");
    fireEvent.click(link);
    await waitFor(() => expect(address()).toBe("/settings/brokers"));
  });

  it("stops automation from every page, also while the worker is offline", async () => {
    invented.begin({ enabled: true, online: false });
    renderPage(<AppLayout />, { at: "/trades" });
    const [stop] = await screen.findAllByRole("button", { name: "Stop" });
    await waitFor(() => expect((stop as HTMLButtonElement).disabled).toBe(false));
    fireEvent.click(stop!);

    await screen.findByText(/Strategy Updated: Automated trading disabled/);
    expect(invented.heard("POST", "/api/worker/toggle").map(({ body }) => body)).toEqual([
      { enabled: false },
    ]);
  });

  it("says that automation may go on when nobody answers", async () => {
    invented.begin({ enabled: true });
    renderPage(<AppLayout />, { at: "/trades" });
    const [stop] = await screen.findAllByRole("button", { name: "Stop" });
    await waitFor(() => expect((stop as HTMLButtonElement).disabled).toBe(false));
    invented.goAway();
    fireEvent.click(stop!);

    await screen.findByText(/Outcome Unknown: No answer came: automation may go on at the server/);
    expect(
      await screen.findByText(/^Sevenfold does not answer\. Figures are as last/),
    ).toBeTruthy();
  });

  it("signs out and leads to the sign-in", async () => {
    renderPage(<AppLayout />);
    fireEvent.click(await screen.findByRole("button", { name: "Sign Out" }));

    expect(await screen.findByRole("button", { name: "Signing out..." })).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/auth"));
  });

  it("say on every page that the broker waits for its user's word, until it is given", async () => {
    const broker = {
      ...BROKER,
      provider: "etrade",
      providerName: "E*TRADE",
      status: "error" as const,
      message: "E*TRADE ended its sign-in.",
      needsAuthorisation: true,
    };
    invented.begin({ user: TRADER, brokers: [broker] });
    renderPage(<AppLayout />, { at: "/trades" });
    expect(await screen.findByText("E*TRADE ended its sign-in.")).toBeTruthy();

    fireEvent.click(screen.getByRole("button", { name: "Authorise again" }));
    fireEvent.click(await screen.findByRole("button", { name: "Authorise at E*TRADE" }));
    fireEvent.change(await screen.findByLabelText("Code from E*TRADE"), {
      target: { value: "CODE42" },
    });
    fireEvent.click(screen.getByRole("button", { name: "Let Sevenfold in" }));

    await waitFor(() => expect(screen.queryByText("E*TRADE ended its sign-in.")).toBeNull());
  });

  it("say ahead that the broker's sign-in is about to end", async () => {
    const authorisedUntil = new Date(Date.now() + 10 * 60_000).toISOString();
    invented.begin({ user: TRADER, brokers: [{ ...BROKER, provider: "etrade", authorisedUntil }] });
    renderPage(<AppLayout />, { at: "/trades" });

    const banner = await screen.findByText(/The sign-in of Primary Account ends in/);
    // A word given before midnight ends at that midnight like the one before.
    expect(banner.textContent).toMatch(/Trading stops there until you authorise it after that\.$/);
  });
});

function network(isThere: boolean): void {
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => isThere });
  act(() => void dispatchEvent(new Event(isThere ? "online" : "offline")));
}
