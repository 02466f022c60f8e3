import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A second machine on this one: a network of its own, and one cable to ours that can be pulled. */
export interface SecondMachine {
  /** What a program is started by to run there. */
  readonly within: readonly string[];
  /** The address of something of ours, as it is reached from there. */
  reach(url: string): Promise<string>;
  /** Nothing arrives any more, in either direction, and nobody is told so. */
  pull(): void;
  plug(): void;
  remove(): Promise<void>;
}

const OURS = "10.213.77.1";
const THEIRS = "10.213.77.2";

/**
 * A network of its own takes root, `ip` and the right to use both. Where it cannot be made the cable is
 * one of ours on this network, and that is said: what is cut is the same, but not by the kernel.
 */
export function openSecondMachine(): SecondMachine {
  try {
    return openOwnNetwork();
  } catch (error) {
    const why = String(error).split("\n", 1)[0];
    process.stderr.write(`Two machines on one network: no second can be made here (${why}).\n`);
    return openCable();
  }
}

function openOwnNetwork(): SecondMachine {
  const name = `sf-${process.pid}`;
  const [here, there] = [`sfh${process.pid}`.slice(0, 15), `sft${process.pid}`.slice(0, 15)];
  const forwards: { readonly server: Server; readonly sockets: ReadonlySet<Socket> }[] = [];
  const remove = async () => {
    for (const { server, sockets } of forwards) {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
    for (const command of [
      ["link", "delete", here],
      ["netns", "delete", name],
    ])
      try {
        ip(...command);
      } catch {
        // It is gone with the other.
      }
  };
  try {
    ip("netns", "add", name);
    ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", name);
    ip("addr", "add", `${OURS}/30`, "dev", here);
    ip("link", "set", here, "up");
    ip("-n", name, "addr", "add", `${THEIRS}/30`, "dev", there);
    ip("-n", name, "link", "set", there, "up");
    ip("-n", name, "link", "set", "lo", "up");
  } catch (error) {
    void remove();
    throw error;
  }
  return {
    within: ["ip", "netns", "exec", name],
    async reach(url) {
      const inner = new URL(url);
      const forward = forwardTo(inner);
      forwards.push(forward);
      forward.server.listen(0, OURS);
      await once(forward.server, "listening");
      const outer = new URL(url);
      outer.host = `${OURS}:${(forward.server.address() as AddressInfo).port}`;
      return outer.href.replace(/\/$/, "");
    },
    pull: () => ip("link", "set", here, "down"),
    plug: () => ip("link", "set", here, "up"),
    remove,
  };
}

/** What a process is led through in place of a cable: pulled, it holds everything and tells nobody. */
function openCable(): SecondMachine {
  const forwards: ReturnType<typeof forwardTo>[] = [];
  const each = (work: (socket: Socket) => void) => {
    for (const { sockets } of forwards) for (const socket of sockets) work(socket);
  };
  let isPulled = false;
  return {
    within: [],
    async reach(url) {
      const forward = forwardTo(new URL(url), () => isPulled);
      forwards.push(forward);
      forward.server.listen(0, "127.0.0.1");
      await once(forward.server, "listening");
      const outer = new URL(url);
      outer.host = `127.0.0.1:${(forward.server.address() as AddressInfo).port}`;
      return outer.href.replace(/\/$/, "");
    },
    pull() {
      isPulled = true;
      each((socket) => socket.pause());
    },
    plug() {
      isPulled = false;
      // What came meanwhile came to nobody; what stood before goes on.
      for (const { unled } of forwards) for (const socket of unled) socket.destroy();
      each((socket) => socket.resume());
    },
    async remove() {
      each((socket) => socket.destroy());
      for (const { server } of forwards) server.close();
    },
  };
}

/** Our servers listen on this machine alone; this lets the other one in. */
function forwardTo({ hostname, port }: URL, isPulled: () => boolean = () => false) {
  const sockets = new Set<Socket>();
  /** Those that came while the cable was out. */
  const unled = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer((outer) => {
    if (isPulled()) return void unled.add(keep(outer).pause());
    const inner = keep(connect(Number(port), hostname));
    keep(outer).pipe(inner).pipe(outer);
    outer.on("close", () => inner.destroy());
    inner.on("close", () => outer.destroy());
  });
  return { server, sockets, unled };
}

const ip = (...args: readonly string[]): void => {
  execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });
};
