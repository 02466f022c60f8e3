import { createHmac } from "node:crypto";
import type { Notice } from "@sevenfold/application/ports/notifier";
import { instant } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpStand, openHttpStand } from "./testing/http-stand.ts";
import { webHeartbeat } from "./web-heartbeat.ts";
import { webhookNotifier } from "./webhook-notifier.ts";

const SECRET = "a secret of the receiver";
const NOTICE: Notice = {
  event: "begun",
  incident: "worker-silent@2026-03-11T14:59:20.000Z",
  kind: "worker-silent",
  since: instant(Date.UTC(2026, 2, 11, 14, 59, 20)),
  at: instant(Date.UTC(2026, 2, 11, 15)),
  source: "the database at db.lan",
  headline: "The trading worker is silent",
  sentences: ["It last said that it lives at 14:59.", "Nobody follows prices."],
  accounts: [{ id: "a1", label: "Swing", isAutomated: true, positions: 3, positionsOnSale: 1 }],
  accountsUnnamed: 2,
};

let stand: HttpStand;
afterEach(() => stand.close());

describe("the webhook", () => {
  it("posts what happened, in the documented shape", async () => {
    stand = await openHttpStand();

    await webhookNotifier({ url: `${stand.url}/hook?key=1` }).tell(NOTICE);

    const [asked] = stand.asked;
    expect(asked).toMatchObject({ method: "POST", path: "/hook?key=1" });
    expect(asked!.headers).toMatchObject({ "content-type": "application/json" });
    expect(asked!.headers).not.toHaveProperty("sevenfold-signature");
    expect(JSON.parse(asked!.body)).toEqual({
      version: 1,
      event: "begun",
      incident: NOTICE.incident,
      kind: "worker-silent",
      since: "2026-03-11T14:59:20.000Z",
      at: "2026-03-11T15:00:00.000Z",
      source: "the database at db.lan",
      headline: "The trading worker is silent",
      text: "The trading worker is silent\nIt last said that it lives at 14:59.\nNobody follows prices.",
      accounts: [
        { id: "a1", label: "Swing", automation: true, positions: 3, positions_on_sale: 1 },
      ],
      accounts_unnamed: 2,
    });
  });

  it("signs the time and the body with the receiver's secret", async () => {
    stand = await openHttpStand();

    await webhookNotifier({ url: stand.url, secret: SECRET }).tell(NOTICE);

    const { body, headers } = stand.asked[0]!;
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(
      String(headers["sevenfold-signature"]),
    )!;
    const expected = createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex");
    expect(mac).toBe(expected);
    expect(JSON.stringify(stand.asked)).not.toContain(SECRET);
  });

  it("gives the same notice the same number at every try", async () => {
    stand = await openHttpStand();
    const webhook = webhookNotifier({ url: stand.url });

    await webhook.tell(NOTICE);
    await webhook.tell(NOTICE);
    await webhook.tell({ ...NOTICE, event: "ended" });

    const [one, again, other] = stand.asked.map(({ headers }) => headers["sevenfold-delivery"]);
    expect(one).toBe(again);
    expect(other).not.toBe(one);
  });

  it.each([400, 401, 404, 500, 503])("does not take %i for an answer", async (status) => {
    stand = await openHttpStand((_, answer) => answer.writeHead(status).end());

    await expect(webhookNotifier({ url: stand.url }).tell(NOTICE)).rejects.toThrow(
      `it answered with ${status}`,
    );
  });

  it("follows nobody elsewhere", async () => {
    stand = await openHttpStand(({ path }, answer) =>
      path === "/elsewhere"
        ? answer.end()
        : answer.writeHead(307, { location: "/elsewhere" }).end(),
    );

    await expect(webhookNotifier({ url: stand.url }).tell(NOTICE)).rejects.toThrow(
      "it leads elsewhere",
    );
    expect(stand.asked).toHaveLength(1);
  });

  it("hangs up on an answer without an end", async () => {
    let isHungUp = false;
    stand = await openHttpStand((_, answer) => {
      answer.on("close", () => {
        isHungUp = true;
      });
      const pour = () => {
        while (!answer.destroyed && answer.write("x".repeat(65_536)));
      };
      answer.on("drain", pour);
      pour();
    });

    await expect(webhookNotifier({ url: stand.url }).tell(NOTICE)).rejects.toThrow(
      "its answer is too long",
    );
    await expect.poll(() => isHungUp).toBe(true);
  });

  it("waits a few seconds for an answer, and says no address when none comes", async () => {
    stand = await openHttpStand(() => undefined);

    await expect(webhookNotifier({ url: `${stand.url}/key` }).tell(NOTICE)).rejects.toThrow(
      /^it does not answer in time$/,
    );
  });

  it("says of a line that cannot be had no more than its code", async () => {
    stand = await openHttpStand();
    await stand.close();

    await expect(webhookNotifier({ url: `${stand.url}/key` }).tell(NOTICE)).rejects.toThrow(
      /^it does not answer \(ECONNREFUSED\)$/,
    );
  });

  it("is called by its host alone: the rest of the address may be a secret", () => {
    const { name } = webhookNotifier({ url: "https://hooks.example.com/services/T0/B0/key" });

    expect(name).toBe("the webhook at hooks.example.com");
  });
});

describe("the heartbeat", () => {
  it("asks for its address, and says when that was not heard", async () => {
    let status = 200;
    stand = await openHttpStand((_, answer) => answer.writeHead(status).end("OK"));
    const heartbeat = webHeartbeat(`${stand.url}/ping/uuid`);

    await heartbeat.beat();
    expect(stand.asked).toMatchObject([{ method: "GET", path: "/ping/uuid" }]);
    status = 404;
    await expect(heartbeat.beat()).rejects.toThrow("it answered with 404");
  });
});
