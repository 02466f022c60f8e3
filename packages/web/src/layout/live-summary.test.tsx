// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act } from "@testing-library/react";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { secondAccount, secondWindow } from "../testing/faults.ts";
import { TRADER } from "../testing/invented-account.ts";
import { TRADES } from "../testing/invented-rows.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { LiveSummary } from "./live-summary.tsx";

const invented = holdInventedHttp();
const words = () => document.querySelector("p[role=status]")?.textContent;
const again = async () => {
  await act(() => mutate(CALLS.readWorkerStatus.path));
  await act(() => invented.debounced());
};

describe("what a screen reader is told of trades", () => {
  it("is each new one, and none that stood there when the page was opened", async () => {
    const world = invented.begin({ trades: TRADES.slice(1) });
    renderPage(<LiveSummary />);
    await again();
    expect(words()).toBe("");
    world.trades = TRADES;
    await again();

    expect(words()).toContain(`${TRADES[0]!.shares} ${TRADES[0]!.ticker} at`);
  });

  it("is none that another account had made before it came into use", async () => {
    invented.begin({ user: TRADER, trades: TRADES.slice(1) });
    const paper = secondAccount(invented, { trades: TRADES.slice(0, 1) });
    renderPage(<LiveSummary />);
    await again();
    await secondWindow(invented).uses(paper);
    await again();
    await again();

    expect(words()).toBe("");
  });
});
