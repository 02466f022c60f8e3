// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { DEMO, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { BrokerSetupPage } from "./broker-setup-page.tsx";

const invented = holdInventedHttp();

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const current = () => document.querySelector("[aria-current=step]")?.textContent;
const connect = () => screen.getByRole("button", { name: "Connect Broker" }) as HTMLButtonElement;

const open = (user = TRADER) => {
  invented.begin({ user });
  renderPage(<BrokerSetupPage />, { at: "/broker-setup" });
};

async function openKeys(provider: RegExp) {
  open();
  fireEvent.click(await screen.findByRole("radio", { name: provider }));
  press("Continue");
  await screen.findByRole("heading", { name: /^Your keys/ });
}

describe("connecting a broker", () => {
  it("is not for a demo, which is told at once and led to an account of its own", async () => {
    open(DEMO);

    expect(await screen.findByText("A demo trades on its own account only")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
    press("Create an Account");

    await waitFor(() =>
      expect(screen.getByLabelText("Address").textContent).toBe("/auth?tab=sign-up"),
    );
    expect(invented.heard("POST", "/api/logout")).toHaveLength(1);
  });

  it("needs a platform first", async () => {
    open();
    expect(current()).toContain("Step 1 of 3");
    press("Continue");

    expect(await screen.findByText("Please select a broker provider")).toBeTruthy();
    expect(current()).toContain("Step 1 of 3");
  });

  it("says no more that a platform is needed once one is chosen, before anything is pressed", async () => {
    open();
    await screen.findByRole("radio", { name: /Alpaca/ });
    press("Continue");
    await screen.findByText("Please select a broker provider");
    fireEvent.click(screen.getByRole("radio", { name: /Alpaca/ }));

    await waitFor(() => expect(screen.queryByText("Please select a broker provider")).toBeNull());
  });

  it("leads back from the first step to the dashboard", async () => {
    open();
    press("Back");

    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/dashboard"));
  });

  it("says what is wrong with the field that is left only once what is pressed was let go", async () => {
    await openKeys(/Alpaca/);
    const back = screen.getByRole("button", { name: "Back" });
    fireEvent.pointerDown(back);
    fireEvent.blur(screen.getByLabelText("Secret Key"));
    // As long as a field takes that is left by itself.
    fireEvent.change(screen.getByLabelText(/^Account label/), {
      target: { value: "x".repeat(80) },
    });
    await screen.findByText(/at most 64/);
    expect(screen.queryByText("Secret Key is required")).toBeNull();

    fireEvent.pointerUp(back);
    expect(await screen.findByText("Secret Key is required")).toBeTruthy();
  });

  it("needs both keys, and goes a step down with Back", async () => {
    await openKeys(/Alpaca/);
    expect(current()).toContain("Step 2 of 3");
    expect(connect().disabled).toBe(true);
    fireEvent.blur(screen.getByLabelText("API Key"));
    expect(await screen.findByText("API Key is required")).toBeTruthy();
    fireEvent.blur(screen.getByLabelText("Secret Key"));
    expect(await screen.findByText("Secret Key is required")).toBeTruthy();
    press("Back");

    expect(current()).toContain("Step 1 of 3");
  });

  it("connects, says so, and leads to the dashboard and to the settings", async () => {
    await openKeys(/Alpaca/);
    expect((screen.getByLabelText("Account label (optional)") as HTMLInputElement).value).toBe(
      "Test account",
    );
    type("API Key", "PK-0042");
    type("Secret Key", "mine");
    await waitFor(() => expect(connect().disabled).toBe(false));
    fireEvent.click(connect());

    await said("Broker Connected!: Test account is the account in use now.");
    expect(current()).toContain("Step 3 of 3");
    const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(link("View Dashboard")).toBe("/dashboard");
    expect(link("Configure Trading")).toBe("/settings");
    expect(invented.heard("POST", "/api/brokers").map(({ body }) => body)).toEqual([
      {
        provider: "alpaca",
        apiKey: "PK-0042",
        secretKey: "mine",
        accountLabel: "Test account",
      },
    ]);
  });

  it("lets a broker's user let it in, and begins again after a wrong code", async () => {
    await openKeys(/E\*TRADE/);
    type("Consumer Key", "CK-0042");
    type("Consumer Secret", "mine");
    await waitFor(() => expect(connect().disabled).toBe(false));
    fireEvent.click(connect());
    const enter = async (code: string) => {
      fireEvent.click(await screen.findByRole("button", { name: "Authorise at E*TRADE" }));
      const link = await screen.findByRole("link", { name: "Open E*TRADE’s page" });
      expect(link.getAttribute("href")).toBe("https://broker.invalid/authorise?token=1");
      expect(link.getAttribute("rel")).toBe("noopener noreferrer");
      type("Code from E*TRADE", code);
      press("Let Sevenfold in");
    };
    await screen.findByRole("heading", { name: /^One more thing/ });
    await said("Keys Stored: Test account is not connected yet: let Sevenfold in at E*TRADE.");
    expect(screen.getByLabelText("Notices").textContent).not.toContain("Broker Connected!");
    await enter("WRONG");
    await screen.findByText("The broker does not take this code.");
    await enter("CODE42");

    await screen.findByRole("heading", { name: "Test account is connected" });
    await said("Broker Connected!: Test account is connected.");
    expect(screen.getByText("$100,000.00")).toBeTruthy();
  });

  it.each([
    [/Alpaca/, /^They are checked at the broker, then stored/],
    [
      /E\*TRADE/,
      /stored encrypted .* checked when you let Sevenfold in at E\*TRADE, which comes next/,
    ],
  ])("says when the keys of %s are checked", async (provider, words) => {
    await openKeys(provider);

    expect(screen.getByText(words)).toBeTruthy();
  });

  it("puts an account that was let in in use when asked to, and not before", async () => {
    await openKeys(/E\*TRADE/);
    type("Consumer Key", "CK-0042");
    type("Consumer Secret", "mine");
    await waitFor(() => expect(connect().disabled).toBe(false));
    fireEvent.click(connect());
    fireEvent.click(await screen.findByRole("button", { name: "Authorise at E*TRADE" }));
    await screen.findByRole("link", { name: "Open E*TRADE’s page" });
    type("Code from E*TRADE", "CODE42");
    press("Let Sevenfold in");
    const use = await screen.findByRole("button", { name: "Use This Account" });
    const inUse = () => invented.world().brokers.find(({ isSelected }) => isSelected)?.accountLabel;
    expect(inUse()).toBe("Primary Account");
    fireEvent.click(use);

    await said("Broker Selected: Test account is in use now.");
    expect(inUse()).toBe("Test account");
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Use This Account" })).toBeNull(),
    );
  });

  it("says at the label that it is too long, and connects once it is not", async () => {
    await openKeys(/Alpaca/);
    type("API Key", "PK-0042");
    type("Secret Key", "mine");
    await waitFor(() => expect(connect().disabled).toBe(false));
    type("Account label (optional)", "x".repeat(65));

    expect(
      await screen.findByText("The account label must have at most 64 characters"),
    ).toBeTruthy();
    expect(connect().disabled).toBe(true);
    type("Account label (optional)", "x".repeat(64));
    await waitFor(() => expect(connect().disabled).toBe(false));
  });

  it("fills in the keys of a built-in paper account in either protocol", async () => {
    await openKeys(/E\*TRADE/);
    press("Use a built-in paper account");

    await waitFor(() => expect(connect().disabled).toBe(false));
    expect(invented.heard("POST", "/api/brokers/paper-keys").map(({ body }) => body)).toEqual([
      { provider: "etrade" },
    ]);
  });

  it("fills in the keys of a built-in paper account", async () => {
    await openKeys(/Alpaca/);
    press("Use a built-in paper account");

    await waitFor(() => expect(connect().disabled).toBe(false));
  });

  it("fills in no keys that were issued for a platform chosen before", async () => {
    await openKeys(/Alpaca/);
    const issuing = invented.holdBack("/api/brokers/paper-keys");
    press("Use a built-in paper account");
    await waitFor(() => expect(issuing.isWaiting()).toBe(true));
    press("Back");
    fireEvent.click(await screen.findByRole("radio", { name: /E\*TRADE/ }));
    press("Continue");
    await screen.findByRole("heading", { name: /^Your keys/ });
    issuing.letGo();
    // Asked for after it: the first answer has been heard by then.
    const next = invented.holdBack("/api/brokers/paper-keys");
    press("Use a built-in paper account");
    await waitFor(() => expect(next.isWaiting()).toBe(true));

    expect(document.querySelector("input[name=apiKey]")).toHaveProperty("value", "");
  });

  it("keeps the keys as they are while the account is being connected by them", async () => {
    await openKeys(/Alpaca/);
    press("Use a built-in paper account");
    await waitFor(() => expect(connect().disabled).toBe(false));
    let goOn: () => void = () => undefined;
    const waiting = new Promise<undefined>((resolve) => {
      goOn = () => resolve(undefined);
    });
    invented.server.use(http.post("*/api/brokers", () => waiting, { once: true }));
    fireEvent.click(connect());
    await screen.findByRole("button", { name: "Connecting..." });

    const issue = screen.getByRole("button", { name: "Use a built-in paper account" });
    expect(issue).toHaveProperty("disabled", true);
    goOn();
    await said("Broker");
  });

  it("says of an account whose answer is lost that it may be connected, and connects it once", async () => {
    await openKeys(/Alpaca/);
    press("Use a built-in paper account");
    await waitFor(() => expect(connect().disabled).toBe(false));
    invented.loseAnswer("/api/brokers");
    fireEvent.click(connect());
    await said("Outcome Unknown: No answer came: the account may be connected, and in use.");

    await waitFor(() => expect(connect().disabled).toBe(false));
    fireEvent.click(connect());
    await said("Broker");
    const keys = invented.heard("POST", "/api/brokers").map((each) => each.idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it("says why the broker refuses, and keeps the keys", async () => {
    await openKeys(/Alpaca/);
    type("API Key", "PK1");
    type("Secret Key", "wrong");
    await waitFor(() => expect(connect().disabled).toBe(false));
    fireEvent.click(connect());

    await said("Connection Failed: Alpaca does not accept these keys.");
    expect((screen.getByLabelText("API Key") as HTMLInputElement).value).toBe("PK1");
    expect(current()).toContain("Step 2 of 3");
  });
});
