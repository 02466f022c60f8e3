import { connect } from "node:net";

/**
 * One kept-alive connection that asks one thing at a time. Node's own client takes more of the
 * machine than the server needs to answer; this one reads the status and the length, no more.
 */
export function openConnection(url) {
  const { hostname, port } = new URL(url);
  let socket;
  let waiting;
  let unread;
  let missing = 0;
  let status = 0;

  const done = (answer) => {
    const told = waiting;
    waiting = undefined;
    told?.(answer);
  };
  const hear = (chunk) => {
    if (missing === 0) {
      const heard = unread === undefined ? chunk : Buffer.concat([unread, chunk]);
      const end = heard.indexOf("\r\n\r\n");
      unread = end === -1 ? heard : undefined;
      if (end === -1) return;
      // Answers are long and their heads are short: only these are made text.
      const head = heard.latin1Slice(0, end);
      status = Number(head.slice(9, 12));
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      missing = length - (heard.length - end - 4);
    } else missing -= chunk.length;
    if (missing === 0) done(status);
  };
  const open = () => {
    socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.on("data", hear);
    socket.on("error", () => done(0));
    socket.on("close", () => {
      socket = undefined;
      done(0);
    });
  };

  return {
    /** The status of the answer; 0 where the connection broke. */
    ask(request) {
      return new Promise((resolve) => {
        waiting = resolve;
        if (socket === undefined) open();
        socket.write(request);
      });
    },
    close: () => socket?.destroy(),
  };
}

/** The request as it goes over the wire. */
export function requestText({ method, path, body, cookie, encoding }) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "host: localhost",
    `cookie: ${cookie}`,
    `accept-encoding: ${encoding}`,
  ];
  if (body !== undefined)
    lines.push(
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      "x-requested-with: sevenfold",
      "sec-fetch-site: same-origin",
    );
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}
