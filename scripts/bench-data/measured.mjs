import { peakKilobytes } from "../peak-memory.mjs";

/** Runs a reading and prints what it took, as JSON. Loading the program is not in it. */
export async function measured(read) {
  const before = process.cpuUsage();
  const begun = performance.now();
  const rows = await read();
  const wallMs = performance.now() - begun;
  const { user, system } = process.cpuUsage(before);
  const peakMb = peakKilobytes() / 1_024;
  process.stdout.write(JSON.stringify({ rows, wallMs, cpuMs: (user + system) / 1_000, peakMb }));
}
