// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { hideValues } from "../ui/appearance.ts";
import { ProtectionLine } from "./protection-line.tsx";

const invented = holdInventedHttp();

const PATH = "/api/positions/protection";
const list = () => screen.getByLabelText("What protects each position");

describe("the line about what protects if everything dies now", () => {
  it("says it of all positions, and of each in its details", async () => {
    renderPage(<ProtectionLine />);

    const line = await screen.findByText(/If everything dies now/);
    expect(line.parentElement?.textContent).toContain("1 has a stop at the broker");
    fireEvent.click(line);
    const told = within(list());
    expect(told.getByText("A stop at the broker: 20 shares at $151.20.")).toBeTruthy();
    expect(told.getByText(/A stop at the broker for 5 of 10 shares/)).toBeTruthy();
    expect(told.getAllByText("Nothing: until Sevenfold is back, nobody sells it.")).toHaveLength(4);
  });

  it("moves with what the server pushes, with nothing asked for again", async () => {
    renderPage(<ProtectionLine />);
    await screen.findByText(/If everything dies now/);
    const asked = invented.heard("GET", PATH).length;
    const says = "A stop at the broker protects your position.";
    const only = { ticker: "AAPL", shares: 1, kind: "stop", protectedShares: 1, says };
    await act(() => mutate(PATH, { says, positions: [only] }, { revalidate: false }));

    expect(screen.getAllByText(says).length).toBeGreaterThan(0);
    expect(invented.heard("GET", PATH)).toHaveLength(asked);
  });

  it("tells no number of shares while values are hidden", async () => {
    renderPage(<ProtectionLine />);
    fireEvent.click(await screen.findByText(/If everything dies now/));
    act(() => hideValues(true));

    expect(within(list()).getByText("A stop at the broker.")).toBeTruthy();
    expect(list().textContent).not.toMatch(/\d/);
    act(() => hideValues(false));
    expect(within(list()).getByText(/20 shares/)).toBeTruthy();
  });

  it("says nothing where nothing is held", async () => {
    renderPage(<ProtectionLine />);
    await screen.findByText(/If everything dies now/);
    const nothing = { says: "Nothing is held.", positions: [] };
    await act(() => mutate(PATH, nothing, { revalidate: false }));

    expect(screen.queryByText(/If everything dies now/)).toBeNull();
  });

  it("says that it is not known where the server does not answer, and asks again", async () => {
    invented.refuse(PATH, 503, { code: "away", error: "Not now" });
    renderPage(<ProtectionLine />);
    expect(await screen.findByText("Protection is not known", { exact: false })).toBeTruthy();
    invented.accept(PATH);
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));

    expect(await screen.findByText(/If everything dies now/)).toBeTruthy();
  });
});
