import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When the process with this id began, as text that only equality is asked of; undefined when there
 * is no such process. A process id alone proves nothing: after a crash another program may have it.
 */
export function processStart(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  return linuxStart(pid) ?? unixStart(pid) ?? "unknown";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Alive, but somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ticks since boot, with the boot they count from. */
function linuxStart(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command stands in brackets and may hold any character; field 22 is the 20th after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${boot}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

function unixStart(pid: number): string | undefined {
  try {
    const options = { encoding: "utf8", timeout: 2_000, env: { LC_ALL: "C" } } as const;
    return execFileSync("/bin/ps", ["-o", "lstart=", "-p", String(pid)], options).trim();
  } catch {
    return undefined;
  }
}
