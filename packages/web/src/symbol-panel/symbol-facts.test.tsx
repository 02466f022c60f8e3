// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SymbolFacts } from "./symbol-facts.tsx";

const invented = holdInventedHttp();

const look = (ticker: string) =>
  renderPage(<SymbolFacts ticker={ticker} state={undefined} trail={undefined} />);

describe("the facts of a symbol that is not watched", () => {
  it("are its price, and that its trail has not begun", async () => {
    look("AAPL");

    await waitFor(() => expect(screen.getByText(/^\$\d/)).toBeTruthy());
    expect(screen.getByText(/No trail yet/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Buy" })).toBeTruthy();
  });

  it("are that no market lists it, with nothing to trade", async () => {
    const problem = { code: "unknown-symbol", error: "No market lists ZZZZZ." };
    invented.refuse("/api/market/quote", 404, problem);
    look("ZZZZZ");

    expect(await screen.findByText(/^No market lists ZZZZZ\./)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Buy" })).toBeNull();
    expect(screen.queryByText(/No trail yet/)).toBeNull();
  });
});
