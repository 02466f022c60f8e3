import { connect } from "node:net";

/** Whatever a read brings is heard before the next read: one piece of memory does for all connections. */
const READ_INTO = Buffer.allocUnsafe(64 * 1_024);
const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: (\d+)/i;

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
  /** The bytes are another's as soon as it returns. */
  const hear = (chunk) => {
    if (missing === 0) {
      const heard = unread === undefined ? chunk : Buffer.concat([unread, chunk]);
      const end = heard.indexOf(HEAD_END);
      unread = end === -1 ? Buffer.from(heard) : undefined;
      if (end === -1) return;
      // Answers are long and their heads are short: only these are made text.
      const head = heard.latin1Slice(0, end);
      status = Number(head.slice(9, 12));
      const length = Number(LENGTH.exec(head)?.[1] ?? 0);
      missing = length - (heard.length - end - 4);
    } else missing -= chunk.length;
    if (missing === 0) done(status);
  };
  const open = () => {
    socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: READ_INTO,
        callback(count, bytes) {
          hear(bytes.subarray(0, count));
          return true;
        },
      },
    });
    socket.on("error", () => done(0));
    socket.on("close", () => {
      socket = undefined;
      // What was left of its answer comes on no other connection.
      unread = undefined;
      missing = 0;
      done(0);
    });
  };

  return {
    /** The status of the answer; 0 where the connection broke. */
    ask(request) {
      return new Promise((resolve) => {
        waiting = resolve;
        if (socket === undefined) open();
        // A text that is all ASCII is the same in both, and this one need not be looked through.
        socket.write(request, "latin1");
      });
    },
    close: () => socket?.destroy(),
  };
}

/** The request as it goes over the wire. Its body is ASCII. */
export function requestText({ method, path, body, cookie, encoding }) {
  const head =
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n` +
    `cookie: ${cookie}\r\naccept-encoding: ${encoding}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return (
    `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n` +
    `x-requested-with: sevenfold\r\nsec-fetch-site: same-origin\r\n\r\n${body}`
  );
}
