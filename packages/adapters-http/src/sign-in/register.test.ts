import { afterEach, describe, expect, it } from "vitest";
import { type HttpWorld, openHttpWorld, PASSWORD } from "../testing/http-world.ts";
import { WRONG_KEY } from "../testing/small-broker.ts";

let world: HttpWorld;
afterEach(() => world.close());

const REGISTRATION = {
  username: "Alice",
  email: "alice@example.com",
  password: PASSWORD,
  brokerProvider: "alpaca",
  brokerApiKey: "AK-0123456789",
  brokerSecretKey: "the broker's secret",
};

const { username, email, password } = REGISTRATION;
const LOGIN = { username, email, password };

describe("registering", () => {
  it("makes an account and signs in at once", async () => {
    world = await openHttpWorld();
    const browser = world.browser();
    const { status, json, text } = await browser.post("/api/register", REGISTRATION);

    expect(status).toBe(200);
    expect(json).toMatchObject({ username, email, isDemo: false, endsAt: null, hasTotp: false });
    for (const secret of [PASSWORD, "the broker's secret", "plain$"])
      expect(text).not.toContain(secret);
    expect((await browser.get("/api/user")).json).toEqual(json);
    expect((await browser.get("/api/account")).json).toMatchObject({ cash: 100_000 });
    expect((await browser.get("/api/subscription/status")).json).toMatchObject({
      status: "trial",
      isInTrial: true,
      daysRemaining: 7,
      planType: null,
    });
  });

  it.each([
    [{ username: " " }, "Username is required"],
    [{ email: "" }, "Email is required"],
    [{ email: "alice" }, "Please enter a valid email address"],
    [{ password: "" }, "Password is required"],
    [
      { password: "short" },
      "The password needs at least 12 characters. A few words in a row are fine.",
    ],
    [{ brokerProvider: "robin" }, "Please select a broker provider"],
    [{ brokerSecretKey: "" }, "API Key and Secret Key are required for the selected broker"],
  ])("refuses %o in words", async (changes, details) => {
    world = await openHttpWorld();
    const answer = await world.browser().post("/api/register", { ...REGISTRATION, ...changes });

    expect(answer).toMatchObject({ status: 400, json: { details } });
    expect(await world.storage.read.users.bySignIn(LOGIN)).toBeUndefined();
  });

  it("refuses keys the broker refuses, and leaves nothing behind", async () => {
    world = await openHttpWorld();
    const wrong = { ...REGISTRATION, brokerApiKey: `${WRONG_KEY}-0123456789` };

    expect((await world.browser().post("/api/register", wrong)).json.code).toBe(
      "broker-keys-refused",
    );
    expect((await world.browser().post("/api/register", REGISTRATION)).status).toBe(200);
  });

  it("says one thing of a name and of an address that are taken", async () => {
    world = await openHttpWorld();
    await world.browser().post("/api/register", REGISTRATION);
    const answers = [];
    for (const changes of [{ email: "b@example.com" }, { username: "bob" }])
      answers.push(
        await world.browser().post("/api/register", {
          ...REGISTRATION,
          brokerApiKey: "AK-another-one",
          ...changes,
        }),
      );

    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect(answers[0]!.text).toBe(answers[1]!.text);
  });

  it("answers a request that is repeated under its key with the same user", async () => {
    world = await openHttpWorld();
    const headers = { "idempotency-key": "first try" };
    const bad = await world.browser().post("/api/register", REGISTRATION, { headers });
    expect(bad.status).toBe(400);

    headers["idempotency-key"] = "first-try";
    const first = await world.browser().post("/api/register", REGISTRATION, { headers });
    const browser = world.browser();
    const second = await browser.post("/api/register", REGISTRATION, { headers });

    expect(second.json).toEqual(first.json);
    expect((await browser.get("/api/user")).status).toBe(200);
  });

  it("lets one address register five times an hour, unless it is the household's own", async () => {
    world = await openHttpWorld({ isEmbedded: false });
    const register = async (count: number) =>
      world.browser().post("/api/register", {
        ...REGISTRATION,
        username: `user${count}`,
        email: `user${count}@example.com`,
        brokerApiKey: `AK-number-${count}`,
      });
    for (const count of [1, 2, 3, 4, 5]) expect((await register(count)).status).toBe(200);

    const sixth = await register(6);
    expect(sixth).toMatchObject({ status: 429, json: { code: "too-many-tries" } });
    expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(3_000);
    await world.close();

    world = await openHttpWorld({ isEmbedded: true });
    for (const count of [1, 2, 3, 4, 5, 6]) expect((await register(count)).status).toBe(200);
  });
});
