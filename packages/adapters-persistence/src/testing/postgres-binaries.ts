import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where distributions keep initdb and postgres, one folder per version. */
const VERSIONED = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];

/** The folder with the newest installed PostgreSQL's programs. Undefined when there is none. */
export function postgresBinaries(): string | undefined {
  const versioned = VERSIONED.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .toSorted((a, b) => versionOf(b) - versionOf(a))
      .map((version) => join(folder, version, "bin")),
  );
  const onPath = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...versioned, ...onPath].find(
    (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
  );
}

const versionOf = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);

/** PostgreSQL refuses to run as root, so root lends it somebody who owns nothing else of ours. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"])
    try {
      const idOf = (flag: string) =>
        Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
      return { uid: idOf("-u"), gid: idOf("-g") };
    } catch {
      // No such user: the next one.
    }
  throw new Error("root can start no PostgreSQL: there is neither a user postgres nor nobody");
}
