import { type Markup, markup } from "./markup.ts";

/** One of several bodies at a time, chosen without a script. The name is unique in its page. */
export function switched(
  name: string,
  choices: readonly (readonly [label: string, body: Markup])[],
): Markup {
  return markup`<div class="switched">${choices.map(
    ([label], at) =>
      markup`<input type="radio" name="${name}" id="${name}-${at}"${at === 0 ? markup` checked` : undefined}><label for="${name}-${at}">${label}</label>`,
  )}${choices.map(([, body]) => markup`<div class="choice">${body}</div>`)}</div>`;
}
