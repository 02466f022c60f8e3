// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation, useNavigate } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import "../testing/patience.ts";
import { useOverlays } from "./overlays.ts";

afterEach(cleanup);

/** A page at the end of a history, with a button for everything that can be opened above it. */
function open(...history: string[]) {
  render(
    <MemoryRouter initialEntries={history}>
      <Buttons />
    </MemoryRouter>,
  );
}

function Buttons() {
  const overlays = useOverlays();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const acts = {
    "open AAPL": () => overlays.openSymbol("AAPL"),
    "open MSFT": () => overlays.openSymbol("MSFT"),
    "close the panel": overlays.closeSymbol,
    "open a ticket": () => overlays.openTicket({ ticker: "AAPL", side: "sell" }),
    "close the ticket": overlays.closeTicket,
    back: () => void navigate(-1),
  };
  return (
    <>
      <output>{pathname + search}</output>
      {overlays.ticket !== undefined && <Ticket />}
      {overlays.symbol !== undefined && <p>A panel of {overlays.symbol}</p>}
      {Object.entries(acts).map(([words, act]) => (
        <button key={words} type="button" onClick={act}>
          {words}
        </button>
      ))}
    </>
  );
}

/** Closes the ticket that is open now, also once it is open no more: when its order is answered. */
let closeLate = () => {};

function Ticket() {
  const { closeTicket, ticket } = useOverlays();
  closeLate = closeTicket;
  return <p>A ticket for {ticket?.ticker}</p>;
}

const press = (words: string) => fireEvent.click(screen.getByRole("button", { name: words }));
const stands = (address: string) =>
  waitFor(() => expect(screen.getByRole("status").textContent).toBe(address));

describe("what is open above a page", () => {
  it("does not come back with Back once it was closed", async () => {
    open("/goals", "/dashboard");
    press("open a ticket");
    await stands("/dashboard?trade=AAPL&side=sell");
    press("close the ticket");
    await stands("/dashboard");

    press("back");

    await stands("/goals");
  });

  it("leads nowhere when its order is answered after Back has closed it", async () => {
    open("/goals", "/dashboard");
    press("open a ticket");
    await screen.findByText("A ticket for AAPL");
    press("back");
    await stands("/dashboard");
    await act(async () => closeLate());
    // What leads elsewhere takes a moment.
    await act(() => new Promise((done) => setTimeout(done, 20)));

    await stands("/dashboard");
  });

  it.each([
    ["?symbol=%20aapl", "A panel of AAPL"],
    ["?trade=aapl&side=buy", "A ticket for AAPL"],
  ])("is of the symbol that was meant where an address was typed as %s", async (query, words) => {
    open(`/dashboard${query}`);

    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("is closed by Back", async () => {
    open("/goals", "/dashboard");
    press("open AAPL");
    press("back");

    await stands("/dashboard");
  });

  it("closes where its address was typed, and stays on the page", async () => {
    open("/goals", "/dashboard?symbol=AAPL");
    press("close the panel");

    await stands("/dashboard");
    press("back");
    await stands("/goals");
  });

  it("leads from a ticket back to the panel it was opened from", async () => {
    open("/dashboard");
    press("open AAPL");
    press("open a ticket");
    press("close the ticket");

    await stands("/dashboard?symbol=AAPL");
  });

  it("is one panel, whichever symbols it showed", async () => {
    open("/dashboard");
    press("open AAPL");
    press("open MSFT");
    await stands("/dashboard?symbol=MSFT");
    press("close the panel");

    await stands("/dashboard");
  });
});
