import { EXIT } from "../failure.ts";

/** The first signal asks for a stop in good order; a second one ends the process at once. */
export function stopAsked(): Promise<void> {
  process.removeAllListeners("SIGINT");
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => {
        process.once(signal, () => process.exit(EXIT.interrupted));
        resolve();
      });
  });
}
