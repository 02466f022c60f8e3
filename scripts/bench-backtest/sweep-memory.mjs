import { peakKilobytes } from "../peak-memory.mjs";
import { sweepCase } from "./sweep-cases.mjs";
import { DAYS, worldOf } from "./worlds.mjs";

// A sweep of days as the command line runs it, on two threads; answers the most memory it took.
const asked = { accounts: "each", isRealistic: false, jobs: 2 };
const { trials, milliseconds } = await sweepCase(worldOf(DAYS), asked);
const kilobytes = peakKilobytes();
console.log(JSON.stringify({ trials, seconds: milliseconds / 1_000, kilobytes }));
