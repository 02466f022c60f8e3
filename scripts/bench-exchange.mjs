import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "./build.mjs";
import { readCommand } from "./read-command.mjs";
import { inRoot } from "./workspace.mjs";

// How much the built-in exchange bears: it is one process with a journal on disk, this is another.
const { seconds: SECONDS } = readCommand({
  name: "bench:exchange",
  says: "Orders and quotes a second of the built-in exchange, as a process of its own.",
  words: [{ name: "seconds", preset: 5, says: "how long each part lasts" }],
});
const SOCKETS = 20;
const ACCOUNTS = 10;
const CONNECTIONS = 32;
// Every other slot brings a stock another price: 104 slots a second make some 50 quotes of each.
const SPEED = 26;

await prepare();
const { WebSocket } = await import("ws");
const folder = mkdtempSync(join(tmpdir(), "sevenfold-bench-"));
const exchange = spawn(
  process.execPath,
  [
    inRoot("packages/cli/dist/main.js"),
    "exchange",
    ...["--port", "0", "--speed", String(SPEED), "--requests-per-minute", "100000000"],
    ...["--journal", join(folder, "journal.jsonl")],
  ],
  { stdio: ["ignore", "pipe", "inherit"] },
);

async function runBench() {
  try {
    const url = await addressOf(exchange);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const post = (path, body, headers = {}) => answered(agent, `${url}${path}`, body, headers);
    const accounts = [];
    for (let count = 0; count < ACCOUNTS; count += 1)
      accounts.push((await post("/paper/accounts", { cash: "10000000" })).body);

    const ordersAlone = await measured(() => ordersFor(post, accounts));
    const heard = { quotes: 0, frames: 0 };
    const sockets = await listeners(url, accounts[0], heard);
    const quotesAlone = await measured(async () => quotesFor(heard));
    const both = await measured(async () => {
      const before = { ...heard };
      const orders = await ordersFor(post, accounts);
      return { ...orders, quotes: heard.quotes - before.quotes };
    });
    for (const socket of sockets) socket.terminate();
    agent.destroy();

    console.log(
      `The built-in exchange, ${SECONDS} seconds each, its journal flushed before each answer`,
    );
    console.log(`  orders alone          ${ordersText(ordersAlone)}`);
    console.log(`  quotes to ${SOCKETS} sockets  ${quotesText(quotesAlone)}`);
    console.log(`  both at once          ${ordersText(both)}`);
    console.log(`                        ${quotesText(both)}`);
  } finally {
    exchange.kill("SIGKILL");
    await once(exchange, "close");
    rmSync(folder, { recursive: true, force: true });
  }
}

function ordersText({ count, worst, middle, seconds, cores }) {
  const rate = Math.round(count / seconds);
  return `${rate} orders/s, answered within ${middle.toFixed(1)} ms (half) and ${worst.toFixed(1)} ms (99 of 100), ${coresText(cores)} (${perCore(count, seconds, cores)} orders/s of a whole one)`;
}

function quotesText({ quotes, seconds, cores }) {
  const perSocket = quotes / SOCKETS / seconds;
  return `${Math.round(quotes / seconds)} quotes/s, ${Math.round(perSocket / 85)} of each of 85 symbols to each socket, ${coresText(cores)}`;
}

const coresText = (cores) => `${cores.toFixed(2)} of a core`;
/** What a whole core would bear, where other programs take the rest of this one. */
const perCore = (count, seconds, cores) => Math.round(count / seconds / cores);

/** What a stretch of work came to, and how much of a core the exchange used for it. */
async function measured(work) {
  const [cpu, start] = [cpuSeconds(), performance.now()];
  const result = await work();
  const seconds = (performance.now() - start) / 1_000;
  return { ...result, seconds, cores: (cpuSeconds() - cpu) / seconds };
}

/** Seconds of processor time the exchange has used, where the system tells. */
function cpuSeconds() {
  try {
    const stat = readFileSync(`/proc/${exchange.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

async function ordersFor(post, accounts) {
  const until = performance.now() + SECONDS * 1_000;
  const times = [];
  let sent = 0;
  const send = async () => {
    while (performance.now() < until) {
      sent += 1;
      const { keyId, secretKey } = accounts[sent % accounts.length];
      const began = performance.now();
      const { status, body } = await post("/v2/orders", orderOf(sent), {
        "APCA-API-KEY-ID": keyId,
        "APCA-API-SECRET-KEY": secretKey,
      });
      if (status !== 200) throw new Error(`order ${sent}: ${status} ${JSON.stringify(body)}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { count: times.length, middle: at(0.5), worst: at(0.99) };
}

/** Half of them trade, half find no price and end. */
const orderOf = (count) =>
  count % 2 === 0
    ? { symbol: "AMC", qty: "1", side: "buy", type: "market", time_in_force: "day" }
    : {
        ...{ symbol: "AMC", qty: "1", side: "buy", type: "limit" },
        limit_price: "1",
        time_in_force: "ioc",
      };

async function quotesFor(heard) {
  const before = heard.quotes;
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  return { quotes: heard.quotes - before };
}

async function listeners(url, { keyId, secretKey }, heard) {
  const sockets = Array.from(
    { length: SOCKETS },
    () => new WebSocket(`${url.replace("http", "ws")}/v2/iex`, { perMessageDeflate: false }),
  );
  for (const socket of sockets) {
    const say = (message) => socket.send(JSON.stringify(message));
    await once(socket, "open");
    say({ action: "auth", key: keyId, secret: secretKey });
    say({ action: "subscribe", quotes: ["*"] });
    socket.on("message", (frame) => {
      heard.frames += 1;
      // Counted without being parsed: how fast this process reads is not the question.
      const text = frame.toString("latin1");
      for (let at = text.indexOf('"T":"q"'); at !== -1; at = text.indexOf('"T":"q"', at + 7))
        heard.quotes += 1;
    });
  }
  return sockets;
}

async function addressOf(child) {
  let said = "";
  for (;;) {
    const [text] = await once(child.stdout, "data");
    said += text;
    const url = /running on (http:\S+)/.exec(said)?.[1];
    if (url !== undefined) return url;
  }
}

function answered(agent, url, body, headers) {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { agent, method: "POST", headers: { "content-type": "application/json", ...headers } },
      async (response) => {
        const parts = [];
        for await (const part of response) parts.push(part);
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(parts)) });
      },
    );
    asked.on("error", reject);
    asked.end(JSON.stringify(body));
  });
}

await runBench();
