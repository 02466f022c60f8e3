import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Notice } from "@sevenfold/application/ports/notifier";
import { instant } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { mailNotifier } from "./mail-notifier.ts";
import { type MailServer, openMailServer } from "./testing/mail-server.ts";

const NOTICE: Notice = {
  event: "begun",
  incident: "broker-disconnected:a1@2026-03-11T14:59:20.000Z",
  kind: "broker-disconnected",
  since: instant(Date.UTC(2026, 2, 11, 14, 59, 20)),
  at: instant(Date.UTC(2026, 2, 11, 15)),
  source: "the database at db.lan",
  headline: "The broker of Swing is not connected",
  sentences: ["The market is open.", "Nothing can be sold."],
  accounts: [],
  accountsUnnamed: 0,
};
const PASSWORD = "the mail server's secret";

let server: MailServer;
afterEach(() => server.close());

const noticeTo = (settings: Partial<Parameters<typeof mailNotifier>[0]> = {}) =>
  mailNotifier({
    host: "127.0.0.1",
    port: server.port,
    from: "sevenfold@example.com",
    to: ["one@example.com", "two@example.com"],
    ...settings,
  });

describe("a mail", () => {
  it("is given up where its server says a byte now and then, and never a word", async () => {
    server = await openMailServer();
    const slow = createServer((socket) => {
      socket.write("220 ready\r\n250-");
      const drip = setInterval(() => socket.write("a"), 20);
      socket.on("error", () => undefined).on("close", () => clearInterval(drip));
      onTestFinished(() => void socket.destroy());
    }).listen(0, "127.0.0.1");
    await once(slow, "listening");
    onTestFinished(() => void slow.close());
    const { port } = slow.address() as AddressInfo;

    await expect(noticeTo({ port, withinMs: 300 }).tell(NOTICE)).rejects.toThrow(
      "the mail was not taken (ETIMEDOUT)",
    );
  });

  it("tells everybody who is to be told what happened", async () => {
    server = await openMailServer();

    await noticeTo().tell(NOTICE);

    const [mail] = server.taken;
    expect(mail!.commands.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([
      "MAIL FROM:<sevenfold@example.com>",
      "RCPT TO:<one@example.com>",
      "RCPT TO:<two@example.com>",
    ]);
    expect(mail!.letter).toContain("Subject: Sevenfold: The broker of Swing is not connected");
    expect(mail!.letter).toContain("Auto-Submitted: auto-generated");
    expect(mail!.letter).toContain("The market is open.\nNothing can be sold.");
  });

  it("of one incident refers to the same letter, so that they are read as one conversation", async () => {
    server = await openMailServer();
    const notifier = noticeTo();

    await notifier.tell(NOTICE);
    await notifier.tell({ ...NOTICE, event: "ended", headline: "Over" });

    const references = server.taken.map(({ letter }) => /^References: (.*)$/m.exec(letter)?.[1]);
    expect(references[0]).toMatch(/^<broker-disconnected.*>$/);
    expect(references[1]).toBe(references[0]);
  });

  it("is not led astray by a name with line breaks", async () => {
    server = await openMailServer();
    const headline = "The broker of Swing\r\nBcc: spy@example.com\r\n\r\nis gone";

    await noticeTo().tell({ ...NOTICE, headline, sentences: ["a", ".", "RSET"] });

    const [mail] = server.taken;
    const head = mail!.letter.slice(0, mail!.letter.indexOf("\n\n"));
    expect(head).not.toMatch(/^Bcc:/m);
    expect(mail!.commands.filter((line) => line.startsWith("RCPT"))).toHaveLength(2);
    expect(server.taken).toHaveLength(1);
  });

  it("signs in with the password where the server asks for one", async () => {
    server = await openMailServer({ extensions: ["AUTH PLAIN"] });

    await noticeTo({ signIn: { user: "watch", password: PASSWORD } }).tell(NOTICE);

    const sent = server.taken[0]!.commands.find((line) => line.startsWith("AUTH PLAIN "))!;
    expect(Buffer.from(sent.slice(11), "base64").toString()).toBe(`\0watch\0${PASSWORD}`);
  });

  it("that is not taken is told by its code, without what the server said", async () => {
    server = await openMailServer({
      extensions: ["AUTH PLAIN"],
      answers: { AUTH: `535 wrong: ${PASSWORD}` },
    });

    await expect(
      noticeTo({ signIn: { user: "watch", password: PASSWORD } }).tell(NOTICE),
    ).rejects.toThrow(/^the mail was not taken \(EAUTH, 535\)$/);
    expect(server.taken).toEqual([]);
  });

  it.each([
    ["offers none", []],
    ["shows a certificate nobody vouches for", ["STARTTLS"]],
  ])("leaves this machine by TLS or not at all: a server that %s", async (_, more) => {
    server = await openMailServer({ extensions: ["AUTH PLAIN", ...more] });
    // It leads here, and nothing in its name says so.
    const elsewhere = noticeTo({
      host: "0.0.0.0",
      signIn: { user: "watch", password: PASSWORD },
    });

    await expect(elsewhere.tell(NOTICE)).rejects.toThrow("the mail was not taken");

    expect(server.commands.some((line) => line.startsWith("EHLO"))).toBe(true);
    expect(server.commands.filter((line) => /^(AUTH|MAIL|DATA)/.test(line))).toEqual([]);
  });
});
