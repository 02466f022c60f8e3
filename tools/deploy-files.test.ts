import { readdirSync, readFileSync } from "node:fs";
import { COMMANDS } from "@sevenfold/cli/command-list";
import { CLOSE_WITHIN_MS } from "@sevenfold/cli/commands/serve";
import { configurationFrom, SETTING_NAMES } from "@sevenfold/cli/compose/configuration";
import { requireSharedSettings } from "@sevenfold/cli/compose/shared-settings";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";

/** Of the product, and of Node itself. */
const KNOWN = new Set([...SETTING_NAMES, "NODE_OPTIONS"]);

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly stop_grace_period?: string;
  readonly cpu_shares?: number;
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

const compose = load(readFileSync("deploy/compose.yaml", "utf8")) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === "sevenfold");
const GIVEN: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: "a-password",
  CREDENTIALS_KEY: Buffer.alloc(32, 7).toString("base64"),
  METRICS_TOKEN: "a-token-for-the-collector",
  PUBLIC_URL: "https://trade.example.com",
};
const filled = (text: string): string =>
  text.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_all, name: string) => GIVEN[name] ?? "");
const settingsOf = ({ environment = {} }: Service): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, filled(text)]));
const roleOf = ({ command = [] }: Service): string => command[0] ?? "";

const units = readdirSync("deploy/systemd")
  .filter((name) => name.endsWith(".service"))
  .map((name) => ({ name, lines: readFileSync(`deploy/systemd/${name}`, "utf8").split("\n") }));
const valuesIn = (lines: readonly string[], name: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
const envFile = readFileSync("deploy/systemd/sevenfold.env", "utf8")
  .split("\n")
  .flatMap((line) => (/^\w+=/.test(line) ? [line.split("=") as [string, string]] : []));

describe("the compose file", () => {
  it("sets what the product knows, and commands that it has", () => {
    const names = ours.flatMap(([, service]) => Object.keys(service.environment ?? {}));
    const commands = COMMANDS.map(({ name }) => name);

    expect(names.filter((name) => !KNOWN.has(name))).toEqual([]);
    for (const [name, service] of ours) expect(commands, name).toContain(roleOf(service));
    expect(ours.map(([, service]) => roleOf(service)).toSorted()).toEqual([
      ...["api", "exchange", "worker", "worker"],
    ]);
  });

  it("lets an API have a fifth of a worker's processor time where that is short", () => {
    for (const [name, { cpu_shares: shares = 1_024, ...service }] of ours)
      expect(shares, name).toBe(roleOf(service) === "api" ? 205 : 1_024);
    for (const { name, lines } of units)
      expect(valuesIn(lines, "CPUWeight"), name).toEqual(name.includes("-api") ? ["20"] : []);
  });

  it("gives each process settings that it can start with, in production", () => {
    for (const [name, service] of ours.filter(([, each]) => roleOf(each) !== "exchange")) {
      const configuration = configurationFrom(settingsOf(service));
      requireSharedSettings(roleOf(service), configuration);
      expect(configuration.isProduction, name).toBe(true);
      expect(configuration.credentialsKey, name).toBe(GIVEN.CREDENTIALS_KEY);
      expect(configuration.host, name).toBe("0.0.0.0");
    }
  });

  it("names services and ports as they are", () => {
    for (const [name, service] of ours.filter(([, each]) => roleOf(each) !== "exchange")) {
      const { DATABASE_URL = "", EXCHANGE_URL = "", NATS_URL = "" } = settingsOf(service);
      expect(new URL(DATABASE_URL).host, name).toBe("postgres:5432");
      expect(new URL(NATS_URL).host, name).toBe("nats:4222");
      const exchange = compose.services.exchange!;
      const port = exchange.command?.find((flag) => flag.startsWith("--port="))?.slice(7);
      expect(new URL(EXCHANGE_URL).host, name).toBe(`exchange:${port}`);
      expect(Object.keys(compose.services)).toEqual(
        expect.arrayContaining(["postgres", "nats", "exchange"]),
      );
    }
    const api = compose.services.api!;
    expect(api.ports).toEqual([`127.0.0.1:4000:${settingsOf(api).PORT}`]);
    for (const [name, service] of services)
      if (name !== "api") expect(service.ports, `${name} is reached from outside`).toBeUndefined();
    for (const [, service] of ours.filter(([, each]) => roleOf(each) === "worker"))
      expect(Number(settingsOf(service).HEALTH_PORT)).toBeGreaterThan(0);
  });

  it("keeps each process's folder apart, and over restarts", () => {
    const mounts = services.flatMap(([, { volumes }]) =>
      volumes.map((each) => each.split(":")[0]!),
    );

    expect(new Set(mounts).size).toBe(mounts.length);
    expect(mounts.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
  });

  it("waits longer for an end in order than that may take", () => {
    for (const [name, { stop_grace_period = "10s" }] of ours)
      expect(Number.parseInt(stop_grace_period, 10) * 1_000, name).toBeGreaterThan(CLOSE_WITHIN_MS);
  });
});

describe("the units", () => {
  it("start commands that the product has, with settings that it knows", () => {
    const commands = COMMANDS.map(({ name }) => name);
    for (const { name, lines } of units) {
      const [start = ""] = valuesIn(lines, "ExecStart");
      expect(commands, name).toContain(/main\.js (\w+)/.exec(start)?.[1]);
      const set = valuesIn(lines, "Environment").map((each) => each.split("=")[0]!);
      expect(
        set.filter((each) => !KNOWN.has(each)),
        name,
      ).toEqual([]);
    }
    expect(envFile.map(([each]) => each).filter((each) => !KNOWN.has(each))).toEqual([]);
  });

  it("give processes that work together what they must have in common", () => {
    const given = { ...Object.fromEntries(envFile), ...GIVEN };
    for (const role of ["api", "worker"])
      expect(() => requireSharedSettings(role, configurationFrom(given))).not.toThrow();
  });

  it("wait longer for an end in order than that may take, and end by SIGTERM", () => {
    for (const { name, lines } of units) {
      expect(Number(valuesIn(lines, "TimeoutStopSec")[0]) * 1_000, name).toBeGreaterThan(
        CLOSE_WITHIN_MS,
      );
      expect(valuesIn(lines, "KillSignal"), name).toEqual(["SIGTERM"]);
    }
  });

  it("name the exchange's port where it is looked for", () => {
    const exchange = units.find(({ name }) => name.includes("exchange"))!;
    const port = /--port (\d+)/.exec(valuesIn(exchange.lines, "ExecStart")[0]!)?.[1];

    expect(new URL(Object.fromEntries(envFile).EXCHANGE_URL!).port).toBe(port);
  });
});

describe("the container file", () => {
  const text = readFileSync("deploy/Containerfile", "utf8");

  it("is of a Node that the product takes, and sets what it knows", () => {
    const [, major = "", minor = ""] = /FROM node:(\d+)\.(\d+)/.exec(text) ?? [];
    const engines = /"node": ">=(\d+)\.(\d+)"/.exec(readFileSync("package.json", "utf8"))!;
    expect([Number(major), Number(minor)]).toEqual([Number(engines[1]), expect.any(Number)]);
    expect(Number(minor)).toBeGreaterThanOrEqual(Number(engines[2]));

    const set = [...(/^ENV (.*)$/m.exec(text)?.[1] ?? "").matchAll(/(?:^| )(\w+)=/g)].map(
      ([, name]) => name!,
    );
    expect(set.filter((name) => !KNOWN.has(name))).toEqual([]);
  });

  it("runs as nobody in particular, and Node hears the stop itself", () => {
    expect(text).toMatch(/^USER node$/m);
    expect(text).toMatch(/^ENTRYPOINT \["node", "packages\/cli\/dist\/main\.js"\]$/m);
  });
});
