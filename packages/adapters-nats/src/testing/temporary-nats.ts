import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A NATS server with streams, for one test file. */
export interface TestNats {
  /** nats://127.0.0.1:…, the same after a restart. */
  readonly url: string;
  /** The server's process, to stop and continue. */
  readonly pid: number;
  /** Ends it at once, as a power cut does; what its streams keep stays. */
  kill(): Promise<void>;
  /** Begins it again at the same address, over what its streams keep. */
  restart(): Promise<void>;
  /** Ends it and removes what it kept. */
  stop(): Promise<void>;
}

export interface TestNatsOptions {
  /** Who may connect; everybody where absent. */
  readonly user?: { readonly name: string; readonly password: string };
  /** Where it listens; this machine's loopback where absent. */
  readonly host?: string;
  /** What its streams may take on the disk; 0: it keeps none. As much as there is where absent. */
  readonly streamBytesMax?: number;
}

/** Where distributions keep servers, beside what the PATH names. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"];
const WAIT_MS = 50;
const WAITS_MAX = 1_200;

/** Whether tests on a NATS server run. With CI=true they always do, and fail where there is none. */
export function canTestOnNats(): boolean {
  if (natsBinary() || process.env.CI === "true") return true;
  process.stderr.write("Skipping the tests on a NATS server: no nats-server is installed.\n");
  return false;
}

/** The installed nats-server; undefined where there is none. */
export function natsBinary(): string | undefined {
  const onPath = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...onPath, ...FOLDERS]
    .map((folder) => join(folder, "nats-server"))
    .find((path) => existsSync(path));
}

/** Never the server that happens to run on this machine: its streams are somebody's. */
export async function startTestNats(options: TestNatsOptions = {}): Promise<TestNats> {
  const binary = natsBinary();
  if (!binary) throw new Error("no nats-server is installed");
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-nats-"));
  const host = options.host ?? "127.0.0.1";
  let server = await begin({ binary, folder, host, port: -1, options });
  const { port } = server;
  return {
    url: `nats://${host}:${port}`,
    get pid() {
      return server.pid;
    },
    kill: () => server.kill(),
    async restart() {
      await server.kill();
      server = await begin({ binary, folder, host, port, options });
    },
    async stop() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Beginning {
  readonly binary: string;
  readonly folder: string;
  readonly host: string;
  /** -1: any free one. */
  readonly port: number;
  readonly options: TestNatsOptions;
}

async function begin({ binary, folder, host, port, options }: Beginning) {
  const { user, streamBytesMax } = options;
  const told = await mkdtemp(join(folder, "ports-"));
  const settings = join(folder, "settings.conf");
  if (streamBytesMax)
    await writeFile(settings, `jetstream { max_file_store: ${streamBytesMax} }\n`);
  const arguments_ = [
    ...["-a", host, "-p", String(port), "--ports_file_dir", told],
    ...(streamBytesMax === 0 ? [] : ["-js", "-sd", join(folder, "streams")]),
    ...(streamBytesMax ? ["-c", settings] : []),
    ...(user ? ["--user", user.name, "--pass", user.password] : []),
  ];
  const guard = spawn("/bin/sh", ["-c", GUARDED, "sh", binary, ...arguments_], {
    cwd: folder,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  guard.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk).slice(-4_000);
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) =>
    guard.once("close", () => {
      hasEnded = true;
      resolve();
    }),
  );
  const kill = async () => {
    guard.stdin.end();
    await ended;
  };
  for (let waits = 0; waits < WAITS_MAX && !hasEnded; waits += 1) {
    const found = await toldIn(told);
    if (found) return { ...found, kill };
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  await kill();
  throw new Error(`the temporary NATS server does not begin. It said: ${said}`);
}

/** The server writes a file `nats-server_<pid>.ports` once it listens. */
async function toldIn(folder: string) {
  const file = (await readdir(folder)).find((name) => name.endsWith(".ports"));
  const text = file && (await readFile(join(folder, file), "utf8"));
  if (!file || !text?.trimEnd().endsWith("}")) return undefined;
  const { nats } = JSON.parse(text) as { readonly nats: readonly string[] };
  return { pid: Number(/\d+/.exec(file)?.[0]), port: Number(new URL(nats[0] ?? "").port) };
}

/** The server lives as long as our end of its standard input: also a killed test run leaves none behind. */
const GUARDED = `
  "$@" </dev/null & server=$!
  cat >/dev/null
  kill -KILL $server
  wait $server 2>/dev/null`;
