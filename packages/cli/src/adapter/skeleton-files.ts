/** Whose protocol a new adapter speaks: one that has a bench already, or one of its own. */
export const SKELETON_PROTOCOLS = ["own", "alpaca", "etrade"] as const;
export type SkeletonProtocol = (typeof SKELETON_PROTOCOLS)[number];

export interface SkeletonFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a new adapter: they compile, and break every rule they are held to. */
export function skeletonFiles(name: string, protocol: SkeletonProtocol): readonly SkeletonFile[] {
  const noun = camelCase(name);
  const files: Readonly<Record<string, string>> = {
    "package.json": `${JSON.stringify({ name: `${name}-broker`, private: true, type: "module" }, undefined, 2)}\n`,
    "tsconfig.json": TSCONFIG,
    "README.md": readme(name),
    [`${name}-broker.ts`]: broker(noun, protocol),
    [`${name}-bench.ts`]: bench(name, noun, protocol),
    [`${name}-registration.ts`]: registration(name, noun, protocol),
    ...(protocol === "own" && { [`${name}-server.ts`]: server(noun) }),
  };
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

/** "my-firm" → "myFirm" */
const camelCase = (name: string): string =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const capitalized = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "rewriteRelativeImportExtensions": true,
    "skipLibCheck": true,
    "types": ["node"],
    "rootDir": ".",
    "outDir": "dist"
  },
  "include": ["*.ts"]
}
`;

const readme = (name: string): string => `# ${name}

1. \`npx tsc -p .\`
2. \`npx sevenfold adapter test dist/${name}-bench.js --phase wire\`
3. Write what the first failed rule asks for, and go on with 1. After \`wire\` come \`map\`, \`submit\`, \`stream\` and \`reconcile\`.

When all rules pass: \`BROKER_MODULES=<this folder>/dist/${name}-registration.js npx sevenfold serve\` offers it to users.

The page docs/broker-adapters.md in Sevenfold goes through the phases one by one.
`;

/** What a connection is opened with, where the protocol has a bench already. */
const KNOWN = {
  alpaca: { type: "AlpacaConnection", module: "alpaca/alpaca-http" },
  etrade: { type: "EtradeSettings", module: "etrade/etrade-broker" },
} as const;

function connectionOf(noun: string, protocol: SkeletonProtocol): string {
  if (protocol !== "own") {
    const { module, type } = KNOWN[protocol];
    return `import type { ${type} } from "@sevenfold/adapters-broker/${module}";

export type ${capitalized(noun)}Connection = ${type};`;
  }
  return `
export interface ${capitalized(noun)}Connection {
  readonly url: string;
  readonly keyId: string;
  readonly secretKey: string;
  readonly timeoutMs: number;
}`;
}

const broker = (noun: string, protocol: SkeletonProtocol): string =>
  `import type { Broker } from "@sevenfold/application/ports/broker";
${connectionOf(noun, protocol)}

/** One account at the venue. What each function promises stands at the port. */
export function ${noun}Broker(_connection: ${capitalized(noun)}Connection): Broker {
  return {
    account: async () => notWritten("account"),
    positions: async () => notWritten("positions"),
    foreign: async () => notWritten("foreign"),
    ordersSince: async () => notWritten("ordersSince"),
    activitiesSince: async () => notWritten("activitiesSince"),
    executionsSince: async () => notWritten("executionsSince"),
    submit: async () => notWritten("submit"),
    find: async () => notWritten("find"),
    cancel: async () => notWritten("cancel"),
    notices: () => notWritten("notices"),
  };
}

function notWritten(name: keyof Broker): never {
  throw new Error(\`\${name} is not written yet\`);
}
`;

/** How an adapter of each protocol is opened with a user's keys. */
const OPENED = {
  own: `url: URL, keyId: apiKey, secretKey, timeoutMs: 10_000`,
  alpaca: `
          tradingUrl: URL,
          tradingStreamUrl: \`\${URL.replace("https", "wss")}/stream\`,
          marketDataUrl: URL,
          marketDataStreamUrl: \`\${URL.replace("https", "wss")}/v2/iex\`,
          timeoutMs: 10_000,
          keyId: apiKey,
          secretKey,
        `,
  etrade: `
          apiUrl: URL,
          oauthUrl: URL,
          authorizeUrl: \`\${URL}/authorize\`,
          timeoutMs: 10_000,
          callSpacingMs: 500,
          pollMs: { working: 2_000, quiet: 10_000 },
          consumer: { key: apiKey, secret: secretKey },
          now,
        `,
} as const satisfies Record<SkeletonProtocol, string>;

const registration = (name: string, noun: string, protocol: SkeletonProtocol): string =>
  `import type { BrokerRegistration } from "@sevenfold/adapters-broker/broker-registration";
import { ${noun}Broker } from "./${name}-broker.ts";

/** The venue's own address; none ever comes from a user. */
const URL = "https://api.${name}.example";

/** What the product is told of the venue: all it knows of it, and all it needs. */
export const registration: BrokerRegistration = {
  venue: {
    id: "${name}",
    name: "${name}",
    badge: "Paper trading",
    says: "What a user chooses it by, in a sentence.",
    isRealMoney: false,
    keys: { apiKey: "API Key", secretKey: "Secret Key" },
    checkKeys: "Check both of them.",
    letsIn: "by-keys",
    leadsTo: "paper",
  },
  openers: (${protocol === "etrade" ? "{ now }" : ""}) => ({
    paper: {
      calls: { perMinute: 60, reserve: 10 },
      open: ({ apiKey, secretKey }) => ${noun}Broker({ ${OPENED[protocol]} }),
    },
  }),
};
`;

function bench(name: string, noun: string, protocol: SkeletonProtocol): string {
  if (protocol === "own") return ownBench(name, noun);
  const maker = `${protocol}Bench`;
  return `import { ${maker} } from "@sevenfold/adapters-broker/bench/${protocol}-bench";
import { ${noun}Broker } from "./${name}-broker.ts";

/** What \`sevenfold adapter test\` asks a module for. */
export const bench = ${maker}("${name}", (connection) => ${noun}Broker(connection));
`;
}

const ownBench = (name: string, noun: string): string =>
  `import { protocolBench } from "@sevenfold/adapters-broker/bench/protocol-bench";
import { ${noun}Broker } from "./${name}-broker.ts";
import { ${noun}Server } from "./${name}-server.ts";

/** What \`sevenfold adapter test\` asks a module for. */
export const bench = protocolBench({
  name: "${name}",
  // What the venue, or its server here, can show; rules that need more are skipped by name.
  capabilities: [
    "lost-answers",
    "wire-faults",
    "single-fills",
    "later-ends",
    "foreign-orders",
    "wrong-keys",
    "revoked-keys",
    "telling-refusals",
    "rate-limits",
  ],
  manners: {
    // Which call places an order, which one asks for a cancel, and which ones read: by method and path,
    // for a venue may take both by POST.
    callOf(method, path) {
      if (method === "POST" && path === "/orders") return "submit";
      if (method === "DELETE" || path.endsWith("/cancel")) return "cancel";
      return method === "GET" ? "read" : undefined;
    },
    tooMany: { status: 429, body: '{"error":"too many calls"}' },
    refusal: (error) => ({ status: 422, body: JSON.stringify({ error }) }),
  },
  serve: ${noun}Server,
  enter: async ({ keyId, secretKey, url }) => ({
    secrets: [secretKey],
    connect: ({ keys = "issued", patience = "usual" } = {}) =>
      ${noun}Broker({
        url,
        keyId,
        secretKey: keys === "issued" ? secretKey : "never-issued",
        timeoutMs: patience === "short" ? 600 : 10_000,
      }),
  }),
});
`;

const server = (noun: string): string =>
  `import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BenchDesk, ServedProtocol } from "@sevenfold/adapters-broker/bench/protocol-bench";

/** The venue's side of the line: its protocol, as its pages give it, over the bench's venue. */
export async function ${noun}Server(_desk: BenchDesk): Promise<ServedProtocol> {
  const server = createServer((_request, response) => {
    response.writeHead(501, { "content-type": "application/json" }).end('{"error":"not written"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: \`http://127.0.0.1:\${(server.address() as AddressInfo).port}\`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
`;
