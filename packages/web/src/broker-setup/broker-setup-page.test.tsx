// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
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
  fireEvent.click(screen.getByRole("radio", { name: provider }));
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

  it("leads back from the first step to the dashboard", async () => {
    open();
    press("Back");

    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/dashboard"));
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
    await openKeys(/E\*TRADE/);
    expect((screen.getByLabelText("Account label (optional)") as HTMLInputElement).value).toBe(
      "Test account",
    );
    type("Consumer Key", "CK-0042");
    type("Consumer Secret", "mine");
    await waitFor(() => expect(connect().disabled).toBe(false));
    fireEvent.click(connect());

    await said("Broker Connected!");
    expect(current()).toContain("Step 3 of 3");
    const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(link("View Dashboard")).toBe("/dashboard");
    expect(link("Configure Trading")).toBe("/settings");
    expect(invented.heard("POST", "/api/brokers").map(({ body }) => body)).toEqual([
      {
        provider: "etrade",
        apiKey: "CK-0042",
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
    await enter("WRONG");
    await screen.findByText("The broker does not take this code.");
    await enter("CODE42");

    await screen.findByRole("heading", { name: "Test account is connected" });
    expect(screen.getByText("$100,000.00")).toBeTruthy();
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
