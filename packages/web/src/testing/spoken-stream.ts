import type { LiveEvent } from "@sevenfold/contract/live";

type Listener = ((event: MessageEvent<string>) => void) | null;

/** The live stream in a place without EventSource: a test says what the server pushes. */
export class SpokenStream {
  static readonly CLOSED = 2;
  static open: SpokenStream[] = [];
  readyState = 0;
  onmessage: Listener = null;
  onerror: (() => void) | null = null;
  onopen: (() => void) | null = null;
  readonly address: string;

  constructor(address: string) {
    this.address = address;
    SpokenStream.open.push(this);
  }

  close(): void {
    this.readyState = SpokenStream.CLOSED;
    SpokenStream.open = SpokenStream.open.filter((each) => each !== this);
  }

  connect(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  push(event: LiveEvent): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(event) }));
  }

  /** The server answers something else than a stream; the browser will not try again. */
  refuse(): void {
    this.readyState = SpokenStream.CLOSED;
    this.onerror?.();
  }

  /** The connection breaks; the browser will try again. */
  lose(): void {
    this.readyState = 0;
    this.onerror?.();
  }
}
