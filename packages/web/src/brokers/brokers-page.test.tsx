// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { secondWindow } from "../testing/faults.ts";
import { BROKER, stateOf, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { BrokersPage } from "./brokers-page.tsx";

const invented = holdInventedHttp();

const PAPER = {
  ...BROKER,
  id: "1d1b0a4e-1111-4c77-8a26-0a3cf1d0c002",
  venue: "paper" as const,
  accountLabel: "Paper",
  isSelected: false,
};

const AT_ETRADE = { provider: "etrade", providerName: "E*TRADE", takesAuthorisation: true };

const open = async (brokers: readonly (typeof BROKER)[] = [BROKER, PAPER]) => {
  invented.begin({ user: TRADER, brokers: [...brokers] });
  renderPage(<BrokersPage />, { at: "/settings/brokers" });
  await screen.findByRole("link", { name: "Connect a Broker" });
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const card = (name: string) => screen.findByRole("listitem", { name });

describe("the brokers", () => {
  it("are listed with where they lead and how they stand", async () => {
    await open([
      BROKER,
      {
        ...PAPER,
        status: "error",
        state: stateOf("error", "Error", "Alpaca does not accept the keys."),
        message: "Alpaca does not accept the keys.",
      },
    ]);

    const first = within(await card("Primary Account"));
    for (const words of ["In use", "Built-in exchange", "Active", "…Q7XK", "$101,264.11"])
      expect(first.getByText(words)).toBeTruthy();
    const second = within(await card("Paper"));
    expect(second.getByText("Error")).toBeTruthy();
    expect(second.getByText("Alpaca does not accept the keys.")).toBeTruthy();
  });

  it("say why nothing is bought for one, each reason with what ends it", async () => {
    const since = "2030-11-20T15:00:00.000Z";
    const until = "2030-11-20T15:15:00.000Z";
    await open([
      {
        ...BROKER,
        reductions: [
          {
            reason: "a",
            message: "Too many.",
            since,
            manualUntil: until,
            agentEnds: "time",
            agentUntil: until,
          },
          {
            reason: "b",
            message: "Refused.",
            since,
            manualUntil: null,
            agentEnds: "switched-on",
            agentUntil: null,
          },
          {
            reason: "c",
            message: "Holdings differ.",
            since,
            manualUntil: null,
            agentEnds: "agreement",
            agentUntil: null,
          },
        ],
      },
      PAPER,
    ]);

    const said = within(await card("Primary Account"))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(said).toEqual([
      "Too many. You may buy again from Nov 20, 10:15 ET. The agent buys again from Nov 20, 10:15 ET.",
      "Refused. You may buy again. The agent buys again once you switch AI Trading on anew.",
      "Holdings differ. You may buy again. The agent buys again once both agree.",
    ]);
    expect(within(await card("Paper")).queryByText(/Only sells and cancels/)).toBeNull();
  });

  it("say that there is none", async () => {
    await open([]);

    expect(await screen.findByText("No broker connected")).toBeTruthy();
  });

  it("say that they could not be loaded", async () => {
    invented.refuse("/api/brokers", 503, { code: "away", error: "Not now" });
    renderPage(<BrokersPage />, { at: "/settings/brokers" });
    await screen.findByText("Failed to load data");
    invented.accept("/api/brokers");
    press("Retry");
    expect(await card("Primary Account")).toBeTruthy();
  });

  it("are not to be connected in the demo", async () => {
    renderPage(<BrokersPage />, { at: "/settings/brokers" });
    await card("Primary Account");

    expect(await screen.findByText(/A demo trades on its own account only/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Connect a Broker" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Remove Primary Account" })).toBeNull();
  });
});

describe("a broker", () => {
  it("is put in use after a question", async () => {
    await open();
    await card("Paper");
    press("Use this account, Paper");
    const dialog = await screen.findByRole("alertdialog", { name: "Use Paper" });
    expect(dialog.textContent).toContain("Automated trading goes off");
    press("Use this account");

    await said("Broker Selected: Paper is in use now.");
    expect(within(await card("Paper")).getByText("In use")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Use this account, Paper" })).toBeNull();
  });

  it("is paused and resumed", async () => {
    await open();
    await card("Paper");
    press("Pause Paper");
    await said("Broker Paused");
    press("Resume Paper");

    await said("Broker Resumed");
  });

  it("in error is asked again, and says what came of it", async () => {
    await open([BROKER, { ...PAPER, status: "error", message: "Alpaca refused the keys." }]);
    await card("Paper");
    press("Resume Paper");

    await said("Broker Resumed: Paper is connected again.");
    expect(screen.queryByRole("button", { name: "Resume Paper" })).toBeNull();
    expect(screen.getByRole("button", { name: "Pause Paper" })).toBeTruthy();
  });

  it("that stays in error says why", async () => {
    await open([
      BROKER,
      { ...PAPER, status: "error", message: "Alpaca refused the keys.", apiKeyEnding: "DEAD" },
    ]);
    await card("Paper");
    press("Resume Paper");

    await said("Broker Not Resumed: Alpaca refused the keys.");
  });

  it("is renamed, and keeps its keys", async () => {
    await open();
    await card("Paper");
    press("Edit Paper");
    fireEvent.change(await screen.findByLabelText("Account label"), {
      target: { value: "Second" },
    });
    press("Save");

    await said("Broker Changed: The label is stored.");
    expect(invented.heard("PATCH", `/api/brokers/${PAPER.id}`).map(({ body }) => body)).toEqual([
      { accountLabel: "Second", seenLabel: "Paper" },
    ]);
  });

  it("takes both keys or none", async () => {
    await open();
    await card("Paper");
    press("Edit Paper");
    fireEvent.change(await screen.findByLabelText("New API Key"), { target: { value: "PK2222" } });
    press("Save");
    expect(await screen.findByText("Enter both keys, or neither of them")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("New Secret Key"), { target: { value: "mine" } });
    press("Save");

    await said("Broker Changed: The new keys are in use.");
    expect(within(await card("Paper")).getByText("…2222")).toBeTruthy();
  });

  it("that is in use names who takes its place, before and after it is removed", async () => {
    await open();
    await card("Paper");
    press("Remove Primary Account");
    const dialog = await screen.findByRole("alertdialog", { name: "Remove Primary Account" });
    expect(dialog.textContent).toContain(
      "“Paper” takes its place on every page, with automated trading off.",
    );
    press("Remove broker");

    await said("Broker Removed: The keys of Primary Account are erased. Paper is in use now.");
    expect(within(await card("Paper")).getByText("In use")).toBeTruthy();
  });

  it("that was renamed elsewhere meanwhile says so, and is renamed when asked again", async () => {
    await open();
    await card("Paper");
    press("Edit Paper");
    const label = await screen.findByLabelText("Account label");
    fireEvent.change(label, { target: { value: "Second" } });
    await secondWindow(invented).send("patch", `/api/brokers/${PAPER.id}`, {
      accountLabel: "Theirs",
    });
    press("Save");
    await screen.findByText("It was renamed “Theirs” meanwhile. Save again to call it “Second”.");
    expect(invented.world().brokers[1]?.accountLabel).toBe("Theirs");
    press("Save");

    await said("Broker Changed: The label is stored.");
    expect(invented.world().brokers[1]?.accountLabel).toBe("Second");
  });

  it("is removed after a question, or stays with the server's words", async () => {
    await open();
    await card("Paper");
    const path = `/api/brokers/${PAPER.id}`;
    const remove = async () => {
      press("Remove Paper");
      await screen.findByRole("alertdialog", { name: "Remove Paper" });
      press("Remove broker");
    };
    invented.refuse(path, 409, {
      code: "open-orders",
      error: "Orders are open",
      details: "Cancel them first, or wait for their end: buy 10 AAPL.",
    });
    await remove();
    await said("Broker Not Changed: Cancel them first, or wait for their end: buy 10 AAPL.");
    invented.accept(path);
    await remove();

    await said("Broker Removed");
    expect(screen.queryByRole("listitem", { name: "Paper" })).toBeNull();
  });

  it("that may be one of several is told which it is", async () => {
    await open([
      BROKER,
      {
        ...PAPER,
        ...AT_ETRADE,
        status: "error",
        message: "E*TRADE shows several accounts.",
        lastValidatedAt: null,
      },
    ]);
    await card("Paper");
    press("Edit Paper");
    fireEvent.change(await screen.findByLabelText("Account number"), {
      target: { value: "840104290" },
    });
    press("Save");

    await said("Broker Changed: The account is asked for.");
    expect(invented.heard("PATCH", `/api/brokers/${PAPER.id}`).map(({ body }) => body)).toEqual([
      { accountNumber: "840104290" },
    ]);
  });

  it("that its user has to let in is authorised from its card", async () => {
    await open([
      BROKER,
      {
        ...PAPER,
        ...AT_ETRADE,
        status: "error",
        message: "E*TRADE ended its sign-in.",
        needsAuthorisation: true,
      },
    ]);
    await card("Paper");
    expect(screen.queryByRole("button", { name: "Resume Paper" })).toBeNull();

    press("Authorise Paper");
    fireEvent.click(await screen.findByRole("button", { name: "Authorise at E*TRADE" }));
    fireEvent.change(await screen.findByLabelText("Code from E*TRADE"), {
      target: { value: "CODE42" },
    });
    press("Let Sevenfold in");

    await said("Broker Authorised: Paper is connected.");
    expect(within(await card("Paper")).getByText(/^Authorised until/)).toBeTruthy();
  });
});
