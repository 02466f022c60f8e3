// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endedState } from "../layout/ended-notice.tsx";
import { DEMO, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { forgetNotices } from "../ui/notices.ts";
import { AuthPage } from "./auth-page.tsx";

const invented = holdInventedHttp();

const open = async (at = "/auth", changes = {}) => {
  invented.begin({ signedIn: false, ...changes });
  renderPage(<AuthPage />, { at });
  await screen.findByRole("heading", { name: "Welcome to Sevenfold" });
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const address = () => screen.getByLabelText("Address").textContent;

const typeCredentials = (password = "a long enough secret") => {
  type("Username", "trader");
  type("Email", "trader@sevenfold.invalid");
  type("Password", password);
};

describe("signing in", () => {
  it("sends name, address and password and leads to the dashboard", async () => {
    await open();
    typeCredentials();
    press("Sign In");

    expect(await screen.findByRole("button", { name: "Signing in..." })).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(invented.heard("POST", "/api/login").map(({ body }) => body)).toEqual([
      {
        username: "trader",
        email: "trader@sevenfold.invalid",
        password: "a long enough secret",
      },
    ]);
  });

  it("leads to the plan that was chosen before, through either tab", async () => {
    await open("/auth?tab=sign-up&plan=pro");
    expect(await screen.findByText(/\$12,984 a year\. Payments are simulated/)).toBeTruthy();
    fireEvent.mouseDown(screen.getByRole("tab", { name: "Sign In" }), { button: 0 });
    await screen.findByRole("button", { name: "Sign In" });
    typeCredentials();
    press("Sign In");

    await waitFor(() => expect(address()).toBe("/pricing?plan=pro"));
  });

  it("says who lets in again, who lost the password", async () => {
    await open();
    expect(screen.getByText(/^Lost the password\?/).textContent).toBe(
      "Lost the password? Whoever runs this Sevenfold can let you in again, with sevenfold user new-password.",
    );
  });

  it("says at each field what is missing, and sends nothing", async () => {
    await open();
    type("Email", "trader at home");
    press("Sign In");

    expect(await screen.findByText("Username is required")).toBeTruthy();
    expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
    expect(screen.getByText("Password is required")).toBeTruthy();
    expect(screen.getByLabelText("Username").getAttribute("aria-invalid")).toBe("true");
    expect(invented.heard("POST", "/api/login")).toEqual([]);
  });

  it("leads to the first field that something is missing in", async () => {
    await open();
    press("Sign In");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Username")));

    type("Username", "trader");
    press("Sign In");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email")));
  });

  it("says the server's words and keeps what was typed", async () => {
    await open();
    typeCredentials("another secret");
    press("Sign In");

    await said("Login failed: Username, email and password do not match an account.");
    expect((screen.getByLabelText("Username") as HTMLInputElement).value).toBe("trader");
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("another secret");
  });

  it("keeps the refusal beside the form until the next attempt, with the password to mend", async () => {
    await open();
    typeCredentials("another secret");
    press("Sign In");
    const words = "Username, email and password do not match an account.";
    expect((await screen.findByRole("alert")).textContent).toBe(words);
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));

    act(forgetNotices);
    type("Password", "a third secret");
    expect(screen.getByRole("alert").textContent).toBe(words);
    const answer = invented.holdBack("/api/login");
    press("Sign In");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    answer.letGo();
    expect((await screen.findByRole("alert")).textContent).toBe(words);
  });

  it("shows the password when asked to", async () => {
    await open();
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("password");
    press("Show password");
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("text");
    press("Hide password");
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("password");
  });

  it("asks for a code where the account wants one, and says when it is wrong", async () => {
    await open("/auth", { user: { ...TRADER, hasTotp: true } });
    typeCredentials();
    press("Sign In");
    await screen.findByRole("heading", { name: "Two-step sign-in" });
    expect(document.activeElement).toBe(screen.getByLabelText("Code"));
    expect(screen.getByText(/^Lost the device and the recovery codes\?/).textContent).toContain(
      "sevenfold user new-password --remove-second-factor",
    );

    type("Code", "000000");
    press("Sign In");
    expect(await screen.findByText("This code is not right or was used already.")).toBeTruthy();
    type("Code", "123456");
    press("Sign In");
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });

  it.each([
    ["a sign-in", TRADER, "Your sign-in has ended. Sign in again to go on."],
    ["a demo", DEMO, "Your demo has ended. Demo Trader begins another."],
  ])("says that %s has ended to whom it has", async (_, known, words) => {
    invented.begin({ signedIn: false });
    renderPage(<AuthPage />, { at: "/auth", state: endedState(known) });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it.each([[endedState(undefined)], [null]])("says it to nobody else (%o)", async (state) => {
    invented.begin({ signedIn: false });
    renderPage(<AuthPage />, { at: "/auth", state });
    await screen.findByRole("heading", { name: "Welcome to Sevenfold" });
    expect(screen.queryByText(/has ended/)).toBeNull();
  });

  it("is not offered to whoever is signed in", async () => {
    invented.begin();
    renderPage(<AuthPage />, { at: "/auth" });

    expect(screen.getByText("Loading your account")).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });

  it("leads on once somebody signs in in another window, which alone makes it ask again", async () => {
    const world = invented.begin({ signedIn: false });
    renderPage(<AuthPage />, { at: "/auth" });
    await screen.findByRole("heading", { name: "Welcome to Sevenfold" });
    const happened = (key: string) =>
      act(() => void dispatchEvent(new StorageEvent("storage", { key })));
    world.signedIn = true;
    happened("sevenfold.theme");
    await invented.debounced();
    expect(invented.heard("GET", "/api/user")).toHaveLength(1);

    happened("sevenfold.signed-in");
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });
});

describe("the demo", () => {
  it("opens with one press", async () => {
    await open();
    fireEvent.click(screen.getAllByRole("button", { name: "Demo Trader" }).at(-1)!);

    await said("Demo access granted: Welcome to the Sevenfold demo!");
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });

  it("says why it did not", async () => {
    await open();
    invented.refuse("/api/demo-login", 503, { code: "full", error: "The demo is full" });
    fireEvent.click(screen.getAllByRole("button", { name: "Demo Trader" }).at(-1)!);

    await said("Demo login failed: The demo is full");
  });
});

describe("the marketing panel", () => {
  it("shows the market as it is, and its failure without losing the forms", async () => {
    invented.begin({ signedIn: false });
    invented.refuse("/api/market/panel", 503, { code: "away", error: "Not now" });
    renderPage(<AuthPage />, { at: "/auth" });

    expect(await screen.findByText("Market data is not available")).toBeTruthy();
    expect(screen.getByLabelText("Username")).toBeTruthy();
  });
});
