// @vitest-environment happy-dom
import { NO_KEYS } from "@sevenfold/contract/brokers";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { AuthPage } from "./auth-page.tsx";

const invented = holdInventedHttp();

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const typed = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const progress = () => screen.getByRole("progressbar").getAttribute("aria-valuenow");
const complete = () =>
  screen.getByRole("button", { name: "Complete Registration" }) as HTMLButtonElement;
const sent = () => invented.heard("POST", "/api/register");

async function openFirstStep() {
  invented.begin({ signedIn: false });
  renderPage(<AuthPage />, { at: "/auth?tab=sign-up" });
  await screen.findByText("Step 1 of 2");
}

async function openSecondStep(username = "somebody") {
  await openFirstStep();
  type("Username", username);
  type("Email", "somebody@sevenfold.invalid");
  type("Password", "a long enough secret");
  press("Continue to Broker Setup");
  await screen.findByText("Step 2 of 2");
  await screen.findByRole("button", { name: "Use a built-in paper account" });
}

describe("the first step of signing up", () => {
  it("stands at one half, and goes on with valid details only", async () => {
    await openFirstStep();
    expect(progress()).toBe("50");
    type("Password", "short");
    press("Continue to Broker Setup");

    expect(await screen.findByText("Username is required")).toBeTruthy();
    expect(screen.getByText("Email is required")).toBeTruthy();
    type("Username", "somebody");
    type("Email", "somebody@sevenfold.invalid");
    press("Continue to Broker Setup");
    expect(await screen.findByText("Password must have at least 12 characters")).toBeTruthy();
    expect(screen.queryByText("Step 2 of 2")).toBeNull();
  });

  it("leads to the first of its fields when it is sent empty", async () => {
    await openFirstStep();
    press("Continue to Broker Setup");

    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Username")));
  });
});

describe("the second step of signing up", () => {
  it("stands at the whole and moves the focus to its heading", async () => {
    await openSecondStep();

    expect(progress()).toBe("100");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Your broker" }));
  });

  it("throws away the first step's details on Back", async () => {
    await openSecondStep();
    press("Back");

    await screen.findByText("Step 1 of 2");
    expect(["Username", "Email", "Password"].map(typed)).toEqual(["", "", ""]);
  });

  it("cannot be completed without both keys, and says so at the API key", async () => {
    await openSecondStep();
    expect(complete().disabled).toBe(true);
    type("Secret Key", "a secret of mine");
    fireEvent.blur(screen.getByLabelText("API Key"));

    expect(await screen.findByText(NO_KEYS)).toBeTruthy();
    expect(screen.getByLabelText("API Key").getAttribute("aria-invalid")).toBe("true");
    expect(sent()).toEqual([]);
  });

  it("calls the keys what the live provider calls them", async () => {
    await openSecondStep();
    fireEvent.click(screen.getByRole("radio", { name: /E\*TRADE/ }));

    expect(await screen.findByLabelText("Consumer Key")).toBeTruthy();
    expect(screen.getByLabelText("Consumer Secret")).toBeTruthy();
  });

  it("fills in issued keys, sends both steps at once and leads to the dashboard", async () => {
    await openSecondStep();
    press("Use a built-in paper account");
    await waitFor(() => expect(complete().disabled).toBe(false));
    expect(typed("API Key")).toBe("PKINVENTED0001");
    fireEvent.click(complete());

    expect(await screen.findByRole("button", { name: "Creating account..." })).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/dashboard"));
    expect(sent().map(({ body }) => body)).toEqual([
      {
        username: "somebody",
        email: "somebody@sevenfold.invalid",
        password: "a long enough secret",
        brokerProvider: "alpaca",
        brokerApiKey: "PKINVENTED0001",
        brokerSecretKey: "a secret of it",
      },
    ]);
  });

  it("asks for both keys no more once they are issued, or typed", async () => {
    await openSecondStep();
    const asked = () => screen.queryByText(NO_KEYS);
    fireEvent.blur(screen.getByLabelText("API Key"));
    await waitFor(() => expect(asked()).toBeTruthy());
    press("Use a built-in paper account");
    await waitFor(() => expect(complete().disabled).toBe(false));
    expect(asked()).toBeNull();

    type("Secret Key", "");
    fireEvent.blur(screen.getByLabelText("API Key"));
    await waitFor(() => expect(asked()).toBeTruthy());
    type("Secret Key", "a secret of my own");
    await waitFor(() => expect(asked()).toBeNull());
  });

  it("says why no keys could be issued", async () => {
    await openSecondStep();
    invented.refuse("/api/brokers/paper-keys", 429, {
      code: "rate-limited",
      error: "Too many requests",
      details: "Please wait 40 s and try again.",
    });
    press("Use a built-in paper account");

    expect(await screen.findByText("Please wait 40 s and try again.")).toBeTruthy();
  });
});

describe("a refused registration", () => {
  const fill = async (username?: string) => {
    await openSecondStep(username);
    type("API Key", "PK1");
    type("Secret Key", "mine");
    await waitFor(() => expect(complete().disabled).toBe(false));
  };

  it("leads back to the field it is about, with nothing typed lost", async () => {
    await fill("trader");
    fireEvent.click(complete());

    await said("Registration failed: This username or email is already in use.");
    expect(await screen.findByText("This username or email is already in use.")).toBeTruthy();
    expect(typed("Email")).toBe("somebody@sevenfold.invalid");
    type("Username", "somebody");
    press("Continue to Broker Setup");
    await screen.findByText("Step 2 of 2");
    expect(typed("Secret Key")).toBe("mine");
  });

  it.each([
    ["name-taken", "Username", "This username or email is already in use."],
    ["name-unfit", "Username", "Username has invisible characters."],
    ["name-unfit", "Email", "Email has letters of several alphabets."],
    ["password-unfit", "Password", "This password is among the most used ones."],
  ])("as %s is said at %s, which has the focus", async (code, field, details) => {
    await fill();
    invented.refuse("/api/register", 400, { code, error: "Not accepted", details });
    fireEvent.click(complete());

    await said(`Registration failed: ${details}`);
    await screen.findByText("Step 1 of 2");
    const input = await screen.findByLabelText(field);
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole("alert").textContent).toBe(details);
  });

  it("for any other reason stays where it is, with both keys", async () => {
    await fill();
    invented.refuse("/api/register", 429, { code: "too-many", error: "Too many at once." });
    fireEvent.click(complete());

    await said("Registration failed: Too many at once.");
    expect(screen.getByRole("alert").textContent).toBe("Too many at once.");
    expect(screen.getByText("Step 2 of 2")).toBeTruthy();
    expect([typed("API Key"), typed("Secret Key")]).toEqual(["PK1", "mine"]);
  });

  it("is no failure where no answer comes: it may be one, and is sent again under the same key", async () => {
    await fill();
    invented.loseAnswer("/api/register");
    fireEvent.click(complete());

    await said("Outcome Unknown: No answer came: you may be registered. Send it again");
    expect(screen.getByRole("alert").textContent).toMatch(/nothing is registered twice\.$/);
  });

  it("is sent again under the same key only while its outcome is unknown", async () => {
    await fill();
    const refuse = async (status: number, turn: number) => {
      invented.refuse("/api/register", status, { code: "no", error: `Refused ${turn}` });
      fireEvent.click(complete());
      await said(`Registration failed: Refused ${turn}`);
      await waitFor(() => expect(complete().disabled).toBe(false));
    };
    await refuse(503, 1);
    await refuse(422, 2);
    await refuse(422, 3);

    const [first, second, third] = sent().map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
    expect(third).not.toBe(second);
  });
});
