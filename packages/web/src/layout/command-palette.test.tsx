// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { areValuesHidden, hideValues, switchShortcuts } from "../ui/appearance.ts";
import { AppLayout } from "./app-layout.tsx";

const invented = holdInventedHttp();
// In a chunk of its own: loaded here, so that no test waits for it.
beforeAll(() => import("./command-palette.tsx"));
afterEach(() => {
  hideValues(false);
  switchShortcuts(true);
});

const open = async (at = "/dashboard") => {
  renderPage(<AppLayout />, { at });
  await screen.findByRole("button", { name: "Jump to a symbol or page" });
};
const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });
const typed = async (text: string) =>
  fireEvent.change(await screen.findByRole("combobox"), { target: { value: text } });
const address = () => screen.getByLabelText("Address").textContent;

describe("the palette", () => {
  it("opens with a slash and leads to a symbol by its company's name", async () => {
    await open();
    press("/");
    await typed("tesla");
    fireEvent.click(await screen.findByRole("option", { name: /TSLA/ }));

    await waitFor(() => expect(address()).toBe("/dashboard?symbol=TSLA"));
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("opens with Control and K from within a field too", async () => {
    await open();
    press("k", { ctrlKey: true });

    expect(await screen.findByRole("dialog", { name: "Jump to" })).toBeTruthy();
    fireEvent.keyDown(screen.getByRole("combobox"), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("leaves the slash alone where the shortcuts are switched off", async () => {
    switchShortcuts(false);
    await open();
    press("/");

    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("opens a ticket of the symbol typed, and sends nothing", async () => {
    await open();
    press("/");
    await typed("aapl");
    const trade = within(await screen.findByRole("group", { name: "Trade" }));
    fireEvent.click(trade.getByRole("option", { name: "Sell AAPL" }));

    await waitFor(() => expect(address()).toContain("trade=AAPL&side=sell"));
    expect(invented.heard("POST", "/api/orders")).toEqual([]);
  });

  it("offers what it knows before what it would have to look up", async () => {
    await open();
    press("/");
    await typed("am");
    const options = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
    const lastKnown = options.findLastIndex((words) => words?.startsWith("AM"));

    expect(options[0]).toMatch(/^AM(AT|C|D|GN|ZN)/);
    expect(options[lastKnown]).toBe("AMLook up this symbol");
  });

  it("looks up a symbol that nobody watches", async () => {
    await open();
    press("/");
    await typed("zzzz");
    fireEvent.click(await screen.findByRole("option", { name: /ZZZZ/ }));

    await waitFor(() => expect(address()).toBe("/dashboard?symbol=ZZZZ"));
  });

  it("offers the page of that name before the symbol that it might be", async () => {
    await open();
    press("/");
    await typed("orders");
    await screen.findByRole("option", { name: /Look up/ });

    await waitFor(() =>
      expect(screen.getByRole("option", { selected: true }).textContent).toBe("Orders"),
    );
    fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
    await waitFor(() => expect(address()).toBe("/trades?view=orders"));
  });

  it("leads to a page", async () => {
    await open();
    press("/");
    await typed("billing");
    fireEvent.click(await screen.findByRole("option", { name: "Billing" }));

    await waitFor(() => expect(address()).toBe("/billing"));
  });

  it("hides values", async () => {
    await open();
    press("/");
    await typed("hide");
    fireEvent.click(await screen.findByRole("option", { name: "Hide values" }));

    expect(areValuesHidden()).toBe(true);
    expect(screen.getByRole("button", { name: "Hide values" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
  });
});
