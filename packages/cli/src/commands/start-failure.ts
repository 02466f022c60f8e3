import type { Configuration } from "../compose/configuration.ts";
import { EXIT, Failure, usageFailure } from "../failure.ts";
import { codeOf, writeReasonOf } from "../system/make-folder.ts";

type Places = Pick<Configuration, "dataFolder" | "exchange" | "healthPort" | "host" | "port">;

/**
 * What the system refused at a start, as a sentence that says which setting to change; undefined
 * where it says nothing of a place that the settings name.
 */
export function startFailureOf(error: unknown, places: Places): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const refused = databaseFailureOf(error);
  if (refused) return refused;
  const { path, syscall = "" } = error as NodeJS.ErrnoException;
  if (LISTENING.has(syscall)) return listenFailureOf(error, places);
  const reason = path === undefined ? undefined : writeReasonOf(error);
  return reason === undefined ? undefined : dataFolderFailure(places.dataFolder, path, reason);
}

/** What is in the way of a data folder, in words. */
export const dataFolderFailure = (
  dataFolder: string,
  path: string | undefined,
  reason: string,
): Failure =>
  usageFailure(
    `cannot work in ${dataFolder}: ${reason}${path === undefined || path === dataFolder ? "" : ` (${path})`}; ` +
      "mend that, or set DATA_DIR to another folder",
  );

/** A server that is away, or that does not let us in: an unknown user, password or database. */
function databaseFailureOf(error: Error): Failure | undefined {
  if (error.name === "StorageUnavailable")
    return new Failure(
      EXIT.unexpected,
      `the database at DATABASE_URL does not answer: ${error.message}; start it, or mend DATABASE_URL`,
    );
  if (!/^(28|3D)/.test(codeOf(error) ?? "")) return undefined;
  return usageFailure(`the database refuses DATABASE_URL: ${error.message}`);
}

const LISTENING: ReadonlySet<string> = new Set(["bind", "getaddrinfo", "listen"]);

/** The address is the web server's own, or else the exchange's, which listens on this machine only. */
function listenFailureOf(error: Error, places: Places): Failure | undefined {
  const { host } = places;
  const asked = error as NodeJS.ErrnoException & { readonly port?: number };
  const setting = settingOf(asked.port, places);
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return usageFailure(
        `port ${asked.port} is in use, perhaps by another Sevenfold; set ${setting} to another`,
      );
    case "EACCES":
      return usageFailure(
        `port ${asked.port} is not open to this user; set ${setting} to one above 1023`,
      );
    case "EADDRNOTAVAIL":
      return usageFailure(
        `this machine has no address ${host}; set HOST to one it has, such as 127.0.0.1, or to ` +
          "0.0.0.0 for all of them",
      );
    case "EAFNOSUPPORT":
    case "EAI_AGAIN":
    case "EINVAL":
    case "ENOTFOUND":
      return usageFailure(
        `${host} leads to no address of this machine; set HOST to one, such as 127.0.0.1`,
      );
    default:
      return undefined;
  }
}

function settingOf(asked: number | undefined, { exchange, healthPort, port }: Places): string {
  if (asked === undefined || asked === port) return "PORT";
  if (asked === exchange.port) return "EXCHANGE_PORT";
  return asked === healthPort ? "HEALTH_PORT" : "PORT";
}
