import type { RunConfig } from "../../run/run-schema.ts";
import { type Markup, markup } from "./markup.ts";

/** Who made a report of what, and how to make it again. */
export const provenance = (config: RunConfig): Markup =>
  markup`<p>Made on ${config.startedAt.slice(0, 10)} by Sevenfold ${config.engineVersion}. Run <code>${config.runId}</code>, inputs <code>${config.inputsHash.slice(0, 16)}</code>.</p>
<details><summary>Files and command</summary><p><code class="command">${commandOf(config)}</code></p>
<ul class="prose">${config.inputs.map(({ path, sha256 }) => markup`<li>${path} <code>${sha256}</code></li>`)}</ul></details>
<p>A past that went well promises nothing: settings look best on the charts they were chosen on.</p>`;

const commandOf = ({ command, bars, flags }: RunConfig): string =>
  [
    `sevenfold ${command}`,
    ...bars,
    ...Object.entries(flags).flatMap(([flag, text]) =>
      text.split("\n").map((each) => `--${flag}${each === "" ? "" : ` ${each}`}`),
    ),
  ].join(" ");
