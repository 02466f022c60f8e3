import { createContext, Script } from "node:vm";

let work: () => unknown = () => undefined;
const context = createContext({ work: () => work() });
const script = new Script("work()");

/** Does some work, which V8 stops with an error (`isStall`) once it takes longer than the limit. */
export function withinTime<Answer>(limitMs: number, todo: () => Answer): Answer {
  const outer = work;
  work = todo;
  try {
    return script.runInContext(context, { timeout: limitMs }) as Answer;
  } finally {
    work = outer;
  }
}
