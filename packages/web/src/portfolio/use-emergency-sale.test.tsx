// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { useEmergencySale } from "./use-emergency-sale.ts";

const invented = holdInventedHttp();

function Sale() {
  const { batch, begin } = useEmergencySale(() => {});
  return (
    <>
      <button type="button" onClick={() => void begin()}>
        Begin
      </button>
      <p>{batch === undefined ? "Not begun" : batch.isDone ? "Done" : "Under way"}</p>
    </>
  );
}

const begin = () => fireEvent.click(screen.getByRole("button", { name: "Begin" }));
const asked = () =>
  invented.everythingHeard().filter(({ method, path }) => method === "GET" && isSale(path)).length;
const isSale = (path: string) => path.startsWith("/api/positions/sell-all/");
const notices = () => screen.getByLabelText("Notices").textContent ?? "";
/** More than two of its questions: it asks once a second. */
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

describe("an emergency sale", () => {
  it("is asked about until it is done, told once, and asked about no more", async () => {
    renderPage(<Sale />, { at: "/portfolio" });
    begin();
    await screen.findByText("Done");
    await waitFor(() => expect(notices()).toContain("Emergency liquidation complete"));
    await act(() => invented.debounced());
    const before = asked();
    await act(() => seconds(2.5));

    expect(asked()).toBe(before);
    expect(notices().match(/Emergency liquidation complete/g)).toHaveLength(1);
  });

  it("is asked about again and again while the answer is that it is under way", async () => {
    invented.begin({ looksUntilSold: 2 });
    renderPage(<Sale />, { at: "/portfolio" });
    begin();

    await screen.findByText("Done");
    expect(asked()).toBe(3);
  });

  it("is asked about on, though the server had once too many questions to answer", async () => {
    invented.begin({ looksUntilSold: 1 });
    invented.refuse(SALE_PATH, 429, { code: "rate-limited", error: "Too many requests" });
    renderPage(<Sale />, { at: "/portfolio" });
    begin();
    await waitFor(() => expect(asked()).toBe(1));
    invented.accept(SALE_PATH);

    await screen.findByText("Done", {}, { timeout: 4_000 });
  });

  it("is under way while the answer is waited for", async () => {
    const slow = invented.holdBack(SALE_PATH);
    renderPage(<Sale />, { at: "/portfolio" });
    begin();
    await screen.findByText("Under way");
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    expect(notices()).toBe("");
    slow.letGo();

    await screen.findByText("Done");
  });

  it("is one batch, however often it is begun", async () => {
    invented.refuse("/api/positions/sell-all", 503, { code: "away", error: "Not now" });
    renderPage(<Sale />, { at: "/portfolio" });
    begin();
    await waitFor(() => expect(notices()).toContain("Clear Positions Failed: Not now"));
    invented.accept("/api/positions/sell-all");
    begin();
    await screen.findByText("Done");

    const keys = invented
      .heard("POST", "/api/positions/sell-all")
      .map(({ idempotencyKey }) => idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

const SALE_PATH = "/api/positions/sell-all/5b8e4a1e-98a5-4f6e-8d63-7f8a3a1f0c11";
