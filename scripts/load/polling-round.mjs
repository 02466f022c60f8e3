import { say } from "../workspace.mjs";
import { drive } from "./drive.mjs";
import { quantileText } from "./quantiles.mjs";

/** Until the processes have compiled what they do most. */
const WARM_UP_SECONDS = 6;

/** The polling of open dashboards: first as fast as it is answered, then at a rate. */
export async function pollingRound({ rate, seconds, ...load }) {
  await drive({ ...load, seconds: WARM_UP_SECONDS });
  say("\nAs fast as it is answered:");
  print(await drive({ ...load, seconds }));
  say(`At ${rate} requests/s:`);
  print(await drive({ ...load, rate, seconds }));
}

function print({ requests, seconds, errors, calls, ...times }) {
  say(
    `${Math.round(requests / seconds)} requests/s over ${seconds.toFixed(1)} s, ${errors} errors`,
  );
  say(quantileText(times));
  for (const { name, count, p50, p99 } of calls)
    say(
      `  ${name.padEnd(38)} ${String(count).padStart(7)}  ${p50.toFixed(1)} / ${p99.toFixed(1)} ms`,
    );
  if (0 < errors) process.exitCode = 1;
}
