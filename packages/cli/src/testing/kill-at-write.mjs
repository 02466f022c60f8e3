// Preloaded into the command line (`node --import`), so that it holds no code for being stopped. It
// lets the clock run a thousand times as fast, so that what is kept once a second is kept at once,
// and at one write of what is kept (STOP_AT, "sweep-.*/trials 2 half SIGKILL") ends its process or
// sends it a signal: before the write, in the midst of it, or after.
import fs, { writeSync } from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

const SPEED = 1_000;
const [pattern, wanted, moment, signal] = (process.env.STOP_AT ?? "").split(" ");

if (isMainThread) {
  const now = performance.now.bind(performance);
  performance.now = () => now() * SPEED;
  const pause = timersPromises.setTimeout;
  timersPromises.setTimeout = (ms, ...more) => pause(ms / SPEED, ...more);
  if (pattern !== "") {
    const { appendFile } = fsPromises;
    const { appendFileSync } = fs;
    const isMeant = new RegExp(pattern);
    let met = 0;
    const isNow = (path) => isMeant.test(String(path)) && ++met === Number(wanted);
    const stopAt = (path, data) => {
      if (moment === "half") {
        const bytes = Buffer.from(data);
        appendFileSync(path, bytes.subarray(0, Math.floor(bytes.length / 2)));
      }
      if (moment === "after") appendFileSync(path, data);
      writeSync(2, `stopped ${moment} write ${wanted} of ${path}\n`);
      process.kill(process.pid, signal);
      if (moment === "before") appendFileSync(path, data);
    };
    fsPromises.appendFile = async (path, data, ...more) =>
      isNow(path) ? stopAt(path, data) : appendFile(path, data, ...more);
    fs.appendFileSync = (path, data, ...more) =>
      isNow(path) ? stopAt(path, data) : appendFileSync(path, data, ...more);
  }
  syncBuiltinESMExports();
}
