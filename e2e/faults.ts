import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { post, send } from "./member.ts";
import type { RunningProduct } from "./running-product.ts";

/**
 * What goes wrong around a page, one line each. Whatever can be over is over when the answered
 * function is called.
 */
type Over = () => Promise<void>;

/** The browser has no network, and knows it. */
export async function wentOffline(page: Page): Promise<Over> {
  await page.context().setOffline(true);
  return () => page.context().setOffline(false);
}

/** The product is killed as by a crash; it is back on the same port and data when it is over. */
export async function serverGone(product: RunningProduct): Promise<Over> {
  await product.kill();
  return () => product.restart();
}

/**
 * The live streams that are open stay open and say nothing any more, as behind a line that has died
 * unnoticed. A stream that is opened anew speaks.
 */
export async function streamSilent(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const swallow = `function () {
    for (const stream of this)
      for (const type of ["message", "error", "open"])
        stream.addEventListener(type, (event) => event.stopImmediatePropagation(), true);
  }`;
  await session.send("Runtime.callFunctionOn", {
    objectId: await streamsOf(session),
    functionDeclaration: swallow,
  });
  await session.detach();
}

/** Another window of the same person, at the same address unless another is said. */
export async function secondWindow(page: Page, address = page.url()): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(address);
  return other;
}

/** A second built-in paper account, in use from then on. Answers its id. */
export async function secondAccount(
  context: BrowserContext,
  url: string,
  { label = "Second", rules = {} }: { readonly label?: string; readonly rules?: object } = {},
): Promise<string> {
  const { apiKey, secretKey } = await post(context, `${url}/api/brokers/paper-keys`, {});
  const account = { provider: "alpaca", apiKey, secretKey, accountLabel: label };
  const { id } = await post(context, `${url}/api/brokers`, account);
  await send(context, "put", `${url}/api/trading-config`, rules);
  return String(id);
}

/** Every open stream of the page, as the browser's debugger finds them. */
async function streamsOf(session: CDPSession): Promise<string> {
  const { result } = await session.send("Runtime.evaluate", {
    expression: "EventSource.prototype",
  });
  if (result.objectId === undefined) throw new Error("The page knows no streams.");
  const found = await session.send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
  if (found.objects.objectId === undefined) throw new Error("The page has no stream.");
  return found.objects.objectId;
}
