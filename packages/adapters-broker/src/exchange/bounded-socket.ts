import { WebSocket } from "ws";

/** What a client that does not read may leave in our memory. */
export const SEND_BUFFER_BYTES_MAX = 4 * 2 ** 20;
const LAST_WORDS_MS = 1_000;
const SIGN_IN_MS = 10_000;
/** One account may not take the places of all others. */
export const SOCKETS_PER_ACCOUNT_MAX = 100;

/** Sends, unless the client reads too slowly: then it hears `farewell`, if it hears, and is dropped. */
export function sendBounded(
  socket: WebSocket,
  frame: string | Buffer,
  farewell?: () => string | Buffer,
): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount <= SEND_BUFFER_BYTES_MAX) {
    // A send fails only when the connection does, and then `close` is told.
    socket.send(frame, () => undefined);
    return;
  }
  dismiss(socket, farewell?.(), 1008);
}

/** Says a last word and closes; cuts the line when the client does not answer. */
export function dismiss(
  socket: WebSocket,
  farewell: string | Buffer | undefined,
  code: number,
): void {
  if (farewell !== undefined) socket.send(farewell, () => undefined);
  socket.close(code);
  setTimeout(() => socket.terminate(), LAST_WORDS_MS).unref();
}

/** Calls when a client has had its time to sign in; until then it takes a place of those who have. */
export function onceTooLate(socket: WebSocket, tell: () => void): void {
  const tooLate = setTimeout(tell, SIGN_IN_MS).unref();
  socket.on("close", () => clearTimeout(tooLate));
}
