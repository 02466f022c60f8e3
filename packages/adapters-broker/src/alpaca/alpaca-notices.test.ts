import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

import { alpacaBroker } from "./alpaca-broker.ts";
import { hear, hostsOf } from "./testing/opened-alpaca.ts";

const AUTHORIZED = { stream: "authorization", data: { status: "authorized" } };
const UNAUTHORIZED = { stream: "authorization", data: { status: "unauthorized" } };
const LISTENING = { stream: "listening", data: { streams: ["trade_updates"] } };

/** A venue that answers each message as it is told to for its action. */
async function openVenue(answers: { authenticate?: object; listen?: object }) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const opened: WebSocket[] = [];
  server.on("connection", (socket) => {
    opened.push(socket);
    socket.on("message", (frame) => {
      const { action } = JSON.parse(String(frame)) as { action: keyof typeof answers };
      const answer = answers[action];
      if (answer) socket.send(JSON.stringify(answer));
    });
  });
  onTestFinished(() => {
    for (const socket of opened) socket.terminate();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const hosts = hostsOf(`http://127.0.0.1:${port}`, { keyId: "PK", secretKey: "S" });
  const heard = hear(alpacaBroker({ ...hosts, timeoutMs: 300, retryMsMax: 50 }));
  return { answers, heard, opened };
}

describe("Alpaca's stream of orders", () => {
  it("is opened anew when the sign-in is never answered", async () => {
    const { answers, heard } = await openVenue({ listen: LISTENING });
    await heard.until(({ kind }) => kind === "disconnected");
    expect(heard.all).toEqual([
      { kind: "disconnected", message: "The broker did not answer the sign-in." },
    ]);

    answers.authenticate = AUTHORIZED;
    await heard.until(({ kind }) => kind === "connected");
  });

  it("is opened anew when the wish to listen is never answered", async () => {
    const { answers, heard } = await openVenue({ authenticate: AUTHORIZED });
    await heard.until(({ kind }) => kind === "disconnected");

    answers.listen = LISTENING;
    await heard.until(({ kind }) => kind === "connected");
  });

  it("is not taken for connected where it tells of no orders", async () => {
    const deaf = { stream: "listening", data: { streams: [] } };
    const { answers, heard } = await openVenue({ authenticate: AUTHORIZED, listen: deaf });
    await heard.until(({ kind }) => kind === "disconnected");
    expect(heard.all.some(({ kind }) => kind === "connected")).toBe(false);

    answers.listen = LISTENING;
    await heard.until(({ kind }) => kind === "connected");
  });

  it("is not left open by keys that are refused, which is said once", async () => {
    const { heard, opened } = await openVenue({ authenticate: UNAUTHORIZED });
    await expect.poll(() => opened.map(({ readyState }) => readyState)).toEqual([3]);
    expect(heard.all).toMatchObject([{ kind: "disconnected", areKeysRefused: true }]);
  });

  it("is opened again soon after keys were refused that are good, for nothing is traded without it", async () => {
    const { answers, heard } = await openVenue({ authenticate: UNAUTHORIZED, listen: LISTENING });
    await heard.until(({ kind }) => kind === "disconnected");

    answers.authenticate = AUTHORIZED;
    await heard.until(({ kind }) => kind === "connected");
    expect(heard.all).toMatchObject([
      { kind: "disconnected", areKeysRefused: true },
      { kind: "connected" },
    ]);
  });

  it("stays open where nothing is owed", async () => {
    const { heard, opened } = await openVenue({ authenticate: AUTHORIZED, listen: LISTENING });
    await heard.until(({ kind }) => kind === "connected");
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(heard.all).toEqual([{ kind: "connected" }]);
    expect(opened).toHaveLength(1);
  });
});
