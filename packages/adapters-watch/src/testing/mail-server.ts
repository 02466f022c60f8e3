import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

import { SELF_SIGNED } from "@sevenfold/application/testing/self-signed";

/** What was sent to it, line by line, and the letter itself. */
export interface TakenMail {
  readonly commands: readonly string[];
  readonly letter: string;
}

/** As much of a mail server (RFC 5321) as takes a letter. */
export interface MailServer {
  readonly port: number;
  readonly taken: readonly TakenMail[];
  /** Everything it was told but letters, by whomever. */
  readonly commands: readonly string[];
  close(): Promise<void>;
}

interface Shape {
  /** Extensions it says it has: "AUTH PLAIN", "STARTTLS". */
  readonly extensions?: readonly string[];
  /** What it answers to a command of this name, in place of what it would. */
  readonly answers?: Readonly<Record<string, string>>;
}

export async function openMailServer({
  answers = {},
  extensions = [],
}: Shape = {}): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.write("220 here\r\n");
    converse(socket, { answers, extensions }, { taken, commands });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    commands,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

interface Heard {
  readonly taken: TakenMail[];
  readonly commands: string[];
}

function converse(socket: Socket, shape: Required<Shape>, heard: Heard): void {
  const { answers, extensions } = shape;
  const commands: string[] = [];
  let letter: string[] | undefined;
  let rest = "";
  const say = (line: string) => socket.write(`${line}\r\n`);
  const usual: Readonly<Record<string, () => void>> = {
    EHLO: () => {
      const lines = ["here", ...extensions];
      for (const [index, line] of lines.entries())
        say(`250${index === lines.length - 1 ? " " : "-"}${line}`);
    },
    AUTH: () => say("235 welcome"),
    STARTTLS: () => {
      say("220 go on");
      socket.removeAllListeners("data");
      converse(new TLSSocket(socket, { isServer: true, ...SELF_SIGNED }), shape, heard);
    },
    DATA: () => {
      letter = [];
      say("354 go on");
    },
    QUIT: () => {
      say("221 bye");
      socket.end();
    },
  };
  const hear = (line: string) => {
    if (letter === undefined) {
      commands.push(line);
      heard.commands.push(line);
      const name = line.split(" ")[0]!.toUpperCase();
      const answer = answers[name];
      if (answer !== undefined) say(answer);
      else (usual[name] ?? (() => say("250 ok")))();
    } else if (line === ".") {
      heard.taken.push({ commands: [...commands], letter: letter.join("\n") });
      letter = undefined;
      say("250 taken");
    } else letter.push(line);
  };
  socket.setEncoding("utf8").on("error", () => undefined);
  socket.on("data", (text) => {
    const lines = (rest + String(text)).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(line);
  });
}
