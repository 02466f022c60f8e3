import type { HttpContext, Next } from "./http-needs.ts";
import type { ApiRouter } from "./serve.ts";

const PARAMETER = /[:*{(]/;

/**
 * Answers calls whose path has no parameter. The router tries every route it has for each call;
 * what is left to it are the others, and whatever it would have answered in another way.
 */
export function answerFixedPaths(router: ApiRouter) {
  const answers = fixedOf(router);
  return (ctx: HttpContext, next: Next): Promise<unknown> => {
    const answer = answers.get(`${ctx.method} ${ctx.path}`);
    if (answer === undefined) return next();
    ctx.params = {};
    return Promise.resolve(answer(ctx as never, next));
  };
}

type Answer = ApiRouter["stack"][number]["stack"][number];

function fixedOf({ stack: layers }: ApiRouter): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const [index, { methods, path, stack }] of layers.entries()) {
    const [answer, ...more] = stack;
    if (typeof path !== "string" || PARAMETER.test(path) || !answer || 0 < more.length) continue;
    for (const method of methods) {
      // Of two routes that match, the first answers.
      const isFirst = !layers
        .slice(0, index)
        .some((earlier) => earlier.methods.includes(method) && earlier.match(path));
      if (isFirst) answers.set(`${method} ${path}`, answer);
    }
  }
  return answers;
}
