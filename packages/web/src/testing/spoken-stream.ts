import type { Change } from "@sevenfold/contract/change";
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
  readonly #revisions = new Map<string, number>();

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

  /** A view, whole. */
  tell(path: string, view: unknown): void {
    const revision = this.#next(path);
    this.push({ type: "view", path, revision, view });
  }

  /** What became of it since. */
  tellChange(path: string, change: Change): void {
    const revision = this.#next(path);
    this.push({ type: "change", path, revision, change });
  }

  heartbeat(at = Date.now()): void {
    this.push({ type: "heartbeat", at });
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

  /** A piece of what is told of the view gets lost on its way. */
  loseOne(path: string): void {
    this.#next(path);
  }

  #next(path: string): number {
    const revision = (this.#revisions.get(path) ?? 0) + 1;
    this.#revisions.set(path, revision);
    return revision;
  }
}
