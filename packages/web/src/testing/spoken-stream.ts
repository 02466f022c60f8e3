import type { LiveEvent } from "@sevenfold/contract/live";

type Listener = ((event: MessageEvent<string>) => void) | null;

/** The live stream in a place without EventSource: a test says what the server pushes. */
export class SpokenStream {
  static readonly CLOSED = 2;
  static open: SpokenStream[] = [];
  /** What is pushed is swallowed on the way; no stream hears that it is. */
  static isSilent = false;
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
    if (SpokenStream.isSilent) return;
    this.readyState = 1;
    this.onopen?.();
  }

  push(event: LiveEvent): void {
    if (SpokenStream.isSilent) return;
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(event) }));
  }

  /** The connection breaks; the browser will try again. */
  lose(): void {
    this.readyState = 0;
    this.onerror?.();
  }
}
