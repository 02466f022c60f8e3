// Preloaded into the product (`node --import`), so that it holds no code for being killed. It hears
// of a crash point by its parent, watches what leaves and enters the process, and ends it by SIGKILL
// at exactly that operation. What it says last, on standard error, proves that the point was met.
import { subscribe } from "node:diagnostics_channel";
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** The point this process is to die at: its name and the steps that lead there. */
let point;
let step = 0;
/** The connection that the step before was met on. */
let connection;
/** Our key of the first order that a step has met: what "$key" stands for. */
let key;

if (isMainThread && process.send !== undefined) {
  process.on("message", (told) => {
    point = told;
    step = 0;
    key = undefined;
    process.send({ armed: told.name });
  });
  process.channel.unref();
  watchRequests();
  const { default: pg } = await import("pg");
  watchStatements(pg.Client);
}

/** A value of its own, or within the text of a value that is JSON. */
const KEY = /"([A-Z2-7]{20})\\?"/;

/** Ends the process at the last step; there is nothing in it that could still act. */
function met(what) {
  step += 1;
  if (step < point.steps.length) return;
  writeSync(2, `\nkilled at ${point.name}: ${what}\n`);
  process.kill(process.pid, "SIGKILL");
}

const expected = (kind) => {
  const next = point?.steps[step];
  return next?.kind === kind ? next : undefined;
};

/** Every statement of both databases goes through here: the embedded one has the same driver. */
function watchStatements({ prototype }) {
  const query = prototype.query;
  prototype.query = function watched(...asked) {
    const [statement, second] = asked;
    const text = typeof statement === "string" ? statement : statement?.text;
    const values = Array.isArray(second) ? second : statement?.values;
    const wanted = wantedStatement(this, text, values);
    if (wanted === undefined) return query.apply(this, asked);
    const what = `${wanted.when} ${text.trim().replace(/\s+/g, " ").slice(0, 60)}`;
    connection = this;
    key ??= KEY.exec(JSON.stringify(values ?? []))?.[1];
    if (wanted.when === "before") met(what);
    if (wanted.when !== "after") {
      const answer = query.apply(this, asked);
      if (wanted.when === "sent") setImmediate(met, what);
      return answer;
    }
    return answered(query, this, asked, () => met(what));
  };
}

function wantedStatement(client, text, values) {
  if (typeof text !== "string") return undefined;
  const wanted = expected("statement");
  if (wanted === undefined || !new RegExp(wanted.text).test(text)) return undefined;
  if (wanted.isSameTransaction && client !== connection) return undefined;
  const mentions = wanted.mentions === "$key" ? key : wanted.mentions;
  if (mentions === undefined) return wanted;
  return JSON.stringify(values ?? []).includes(mentions) ? wanted : undefined;
}

/** Whoever asked hears the answer after `hear` has. */
function answered(query, client, asked, hear) {
  const last = asked.at(-1);
  if (typeof last === "function")
    return query.apply(client, [
      ...asked.slice(0, -1),
      (error, result) => {
        if (!error) hear();
        last(error, result);
      },
    ]);
  return query.apply(client, asked).then((result) => {
    hear();
    return result;
  });
}

/** `fetch` tells of each request when its header is about to be written, is sent and is answered. */
function watchRequests() {
  subscribe("undici:client:sendHeaders", ({ request, socket }) => {
    const wanted = wantedRequest(request, "first-byte");
    if (wanted) writeOneByte(socket, () => met(`first byte of ${nameOf(request)}`));
  });
  subscribe("undici:request:bodySent", ({ request }) => {
    if (wantedRequest(request, "sent")) met(`the last byte of ${nameOf(request)}`);
  });
  subscribe("undici:request:headers", ({ request, response }) => {
    if (wantedRequest(request, "answered"))
      met(`answer ${response.statusCode} to ${nameOf(request)}`);
  });
}

function wantedRequest(request, when) {
  const wanted = expected("request");
  if (wanted?.when !== when || !new RegExp(wanted.asks).test(nameOf(request))) return undefined;
  return JSON.stringify(request.headers).includes(wanted.mentions) ? wanted : undefined;
}

const nameOf = ({ method, path }) => `${method} ${path}`;

/** Of all that follows on this socket one byte leaves. */
function writeOneByte(socket, then) {
  const write = socket.write.bind(socket);
  socket.cork = () => undefined;
  let isFirst = true;
  socket.write = (chunk) => {
    if (isFirst) write(Buffer.from(chunk).subarray(0, 1), then);
    isFirst = false;
    return true;
  };
}
