// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import "../testing/patience.ts";
import { AlertDialog } from "./alert-dialog.tsx";
import { Dialog } from "./dialog.tsx";

afterEach(cleanup);

type Shown = "nothing" | "panel" | "ticket" | "question";

/** A page with a row that opens a panel, which leads to a ticket, and one that asks first. */
function Page() {
  const [shown, setShown] = useState<Shown>("nothing");
  const [isSold, setSold] = useState(false);
  const close = () => setShown("nothing");
  return (
    <main tabIndex={-1}>
      {!isSold && <Opener words="Open the panel" onClick={() => setShown("panel")} />}
      {!isSold && <Opener words="Sell" onClick={() => setShown("question")} />}
      {shown === "panel" && (
        <Dialog title="Panel" onClose={close}>
          <Opener words="Trade" onClick={() => setShown("ticket")} />
        </Dialog>
      )}
      {shown === "ticket" && (
        <Dialog title="Ticket" onClose={close}>
          <Opener words="Place" onClick={close} />
        </Dialog>
      )}
      {shown === "question" && (
        <AlertDialog
          title="Sell it?"
          confirm="Yes"
          onCancel={close}
          onConfirm={() => {
            setSold(true);
            close();
          }}
        >
          All of it.
        </AlertDialog>
      )}
    </main>
  );
}

const Opener = ({ words, onClick }: { readonly words: string; readonly onClick: () => void }) => (
  <button type="button" onClick={onClick}>
    {words}
  </button>
);

function press(words: string): HTMLElement {
  const button = screen.getByText(words);
  button.focus();
  fireEvent.click(button);
  return button;
}
const closed = () =>
  waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
const focused = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element));

describe("the focus, when a dialog closes", () => {
  it("goes back to what opened it", async () => {
    render(<Page />);
    const opener = press("Open the panel");
    await focused(screen.getByRole("dialog"));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await closed();

    await focused(opener);
  });

  it("goes back from a question that was answered with Cancel", async () => {
    render(<Page />);
    const opener = press("Sell");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await closed();

    await focused(opener);
  });

  it("goes to what opened the panel, when a ticket has taken the panel's place", async () => {
    render(<Page />);
    const opener = press("Open the panel");
    press("Trade");
    await waitFor(() => expect(screen.getByRole("dialog", { name: "Ticket" })).toBeTruthy());
    press("Place");
    await closed();

    await focused(opener);
  });

  it("goes to the page's content, when what opened it has gone", async () => {
    render(<Page />);
    press("Sell");
    fireEvent.click(await screen.findByRole("button", { name: "Yes" }));
    await closed();

    await focused(screen.getByRole("main"));
  });

  it("stays with whoever has taken it meanwhile", async () => {
    render(<Page />);
    press("Open the panel");
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    const other = screen.getByText("Sell");
    other.focus();
    await closed();
    await new Promise((resolve) => setTimeout(resolve, 20));

    expect(document.activeElement).toBe(other);
  });
});
