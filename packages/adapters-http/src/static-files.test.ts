import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

const SCRIPT = `start("${randomBytes(2_000).toString("hex")}");`;
const PAGE = `<title>Sevenfold</title>${" ".repeat(2_000)}`;
const ICON = randomBytes(500);
const BUILT = new Date("2026-03-02T10:00:00Z");

let folder: string;
let world: HttpWorld;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-web-"));
  await mkdir(join(folder, "assets"));
  await packed("assets/main-1a2b.js", SCRIPT);
  await packed("index.html", PAGE);
  await written("assets/icon-1a2b.png", ICON);
  world = await openHttpWorld({ webFolder: folder });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const ASSET = "/assets/main-1a2b.js";

describe("a built file", () => {
  it.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip, deflate", gunzipSync],
    ["gzip", "br;q=0, gzip;q=0.5", gunzipSync],
    ["gzip", "br;q=0.1, gzip;q=0.5", gunzipSync],
    [undefined, "identity", (bytes: Buffer) => bytes],
    [undefined, "gzip;q=0", (bytes: Buffer) => bytes],
    [undefined, undefined, (bytes: Buffer) => bytes],
  ])("travels as %s to a client that takes %s", async (encoding, accepted, unpacked) => {
    const { bytes, headers, status } = await got(ASSET, { accepted });

    expect(status).toBe(200);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(String(unpacked(bytes))).toBe(SCRIPT);
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect(headers["content-type"]).toMatch(/^(text|application)\/javascript; charset=utf-8$/);
    expect(headers.vary).toBe("Accept-Encoding");
    expect(headers["cache-control"]).toBe("max-age=31536000,immutable");
  });

  it("travels as it is where the build has not packed it", async () => {
    const { bytes, headers } = await got("/assets/icon-1a2b.png", { accepted: "br, gzip" });

    expect(bytes).toEqual(ICON);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toBe("Accept-Encoding");
  });

  it("is told apart by its tag for each way it travels", async () => {
    const tags = await Promise.all(
      ["br", "gzip", undefined].map(
        async (accepted) => (await got(ASSET, { accepted })).headers.etag,
      ),
    );

    expect(new Set(tags).size).toBe(3);
  });

  it.each(["br", "gzip", undefined])(
    "is not sent again where %s has not changed",
    async (accepted) => {
      const { headers } = await got(ASSET, { accepted });
      for (const asked of [
        { "if-none-match": headers.etag! },
        { "if-modified-since": BUILT.toUTCString() },
      ]) {
        const again = await got(ASSET, { accepted, asked });

        expect(again.status).toBe(304);
        expect(again.bytes).toHaveLength(0);
        expect(again.headers.etag).toBe(headers.etag);
        expect(again.headers.vary).toBe("Accept-Encoding");
        expect(again.headers["content-encoding"]).toBeUndefined();
      }
    },
  );

  it("is sent anew where the one at hand is another", async () => {
    const asked = { "if-none-match": '"another"' };

    expect((await got(ASSET, { accepted: "br", asked })).status).toBe(200);
  });

  it("is sent in part, of the very bytes that travel", async () => {
    const whole = await got(ASSET, { accepted: "br" });
    const part = await got(ASSET, { accepted: "br", asked: { range: "bytes=10-29" } });

    expect(part.status).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes 10-29/${whole.bytes.length}`);
    expect(part.headers["content-encoding"]).toBe("br");
    expect(part.bytes).toEqual(whole.bytes.subarray(10, 30));
    const beyond = await got(ASSET, { asked: { range: "bytes=999999-" } });
    expect(beyond).toMatchObject({ status: 416, bytes: Buffer.from("") });
    expect(beyond.headers["content-range"]).toBe(`bytes */${SCRIPT.length}`);
  });

  it("tells its length alone where only the head is asked for", async () => {
    const { bytes, headers } = await got(ASSET, { accepted: "gzip", method: "HEAD" });

    expect(bytes).toHaveLength(0);
    expect(headers["content-encoding"]).toBe("gzip");
    expect(headers["content-length"]).toBe(String(gzipSync(SCRIPT).length));
  });

  it("is not to be had packed under a name of its own", async () => {
    for (const ending of [".br", ".gz"]) expect((await got(ASSET + ending)).status).toBe(404);
  });
});

describe("the page", () => {
  it("travels packed under every path, and is asked for again each time", async () => {
    for (const path of ["/", "/dashboard", "/index.html"]) {
      const { bytes, headers } = await got(path, { accepted: "gzip, br" });

      expect(String(brotliDecompressSync(bytes))).toBe(PAGE);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
      const again = await got(path, {
        accepted: "gzip, br",
        asked: { "if-none-match": headers.etag! },
      });
      expect(again.status).toBe(304);
    }
  });
});

describe("a file that is not there", () => {
  const NAVIGATION = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  it("is the page to who goes to it, which says so, and is not found all the same", async () => {
    for (const path of ["/gone.html", "/trades/BRK.B"]) {
      const { bytes, headers, status } = await got(path, { asked: NAVIGATION });

      expect(status).toBe(404);
      expect(String(bytes)).toBe(PAGE);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers.vary).toContain("Accept");
    }
  });

  it("is a refusal to what a page or a program asks for", async () => {
    for (const [path, accept] of [
      ["/gone.png", "image/avif,image/webp,*/*;q=0.8"],
      ["/gone.json", "*/*"],
      ["/assets/gone.js", NAVIGATION.accept],
    ] as const) {
      const { headers, status } = await got(path, { asked: { accept } });

      expect(status).toBe(404);
      expect(headers["content-type"]).toContain("application/json");
    }
  });
});

interface Asked {
  readonly accepted?: string | undefined;
  readonly asked?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** The answer as it travels: `fetch` would unpack it. */
function got(path: string, { accepted, asked, method = "GET" }: Asked = {}) {
  type Got = {
    readonly status: number | undefined;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly bytes: Buffer;
  };
  return new Promise<Got>((resolve, reject) => {
    const headers = {
      ...asked,
      ...(accepted === undefined ? {} : { "accept-encoding": accepted }),
    };
    request(world.server.url + path, { method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      resolve({
        status: response.statusCode,
        headers: Object.fromEntries(named),
        bytes: Buffer.concat(chunks),
      });
    })
      .on("error", reject)
      .end();
  });
}

/** As the build leaves a file: with what it is packed in beside it. */
async function packed(path: string, text: string): Promise<void> {
  await written(path, text);
  await written(`${path}.br`, brotliCompressSync(text));
  await written(`${path}.gz`, gzipSync(text));
}

async function written(path: string, content: string | Buffer): Promise<void> {
  await writeFile(join(folder, path), content);
  await utimes(join(folder, path), BUILT, BUILT);
}
