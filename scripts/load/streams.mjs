import { connect } from "node:net";

const AGAIN_MS = 1_000;

/**
 * One live stream that only counts: Node's own client would take more of the machine than the server.
 * `onPush` is told of every chunk with data in it; `isKept` opens it anew after a break.
 */
export function openStream(url, cookie, { onPush, onRefused = () => {}, isKept = false }) {
  const { hostname, port } = new URL(url);
  let socket;
  let isOver = false;
  let isOpen = false;
  const open = () => {
    if (isOver) return;
    isOpen = false;
    socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.write(
      `GET /api/live HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`,
    );
    socket.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      if (!isOpen) {
        const status = Number(text.slice(9, 12));
        if (status !== 200) return onRefused(status);
        isOpen = true;
      }
      if (text.includes("data:")) onPush(text);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (isKept && !isOver) setTimeout(open, AGAIN_MS).unref();
    });
  };
  open();
  return {
    isOpen: () => isOpen,
    close() {
      isOver = true;
      socket.destroy();
    },
  };
}
