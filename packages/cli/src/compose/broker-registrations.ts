import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { alpacaRegistration } from "@sevenfold/adapters-broker/alpaca/alpaca-registration";
import type {
  BrokerOpener,
  BrokerRegistration,
  OpeningPlace,
} from "@sevenfold/adapters-broker/broker-registration";
import { etradeRegistration } from "@sevenfold/adapters-broker/etrade/etrade-registration";
import { BrokerUnavailable, type OpenKeys } from "@sevenfold/application/ports/broker";
import type { BrokerAuthorisations } from "@sevenfold/application/ports/broker-authorisations";
import { ConfigurationError } from "./configuration.ts";

/** Every broker this release trades at. A new one is a folder and a line here. */
export const BROKER_REGISTRATIONS: readonly BrokerRegistration[] = [
  alpacaRegistration,
  etradeRegistration,
];

/** The same, and what the operator adds: modules that export `registration`. */
export async function allRegistrations(
  modules: readonly string[],
): Promise<readonly BrokerRegistration[]> {
  const added: BrokerRegistration[] = [];
  for (const path of modules) added.push(await registrationIn(path));
  const all = [...BROKER_REGISTRATIONS, ...added];
  const ids = all.map(({ venue }) => venue.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new ConfigurationError(
      `BROKER_MODULES registers “${twice}”, which is registered already`,
    );
  return all;
}

async function registrationIn(wanted: string): Promise<BrokerRegistration> {
  const path = resolve(wanted);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new ConfigurationError(`BROKER_MODULES: there is no file ${wanted}`);
  const module = (await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new ConfigurationError(
      `BROKER_MODULES: ${wanted} cannot be loaded: ${String(error).split("\n")[0]}`,
    );
  })) as object;
  const registration: unknown = "registration" in module ? module.registration : undefined;
  if (isRegistration(registration)) return registration;
  throw new ConfigurationError(
    `BROKER_MODULES: ${wanted} exports no registration with a venue and openers(); docs/broker-adapters.md`,
  );
}

const isRegistration = (value: unknown): value is BrokerRegistration =>
  typeof value === "object" &&
  value !== null &&
  "openers" in value &&
  typeof value.openers === "function" &&
  "venue" in value &&
  typeof value.venue === "object" &&
  value.venue !== null &&
  "id" in value.venue;

/** How a venue is spoken to, by who is behind the keys and where those lead. */
export type BrokerOpeners = ReadonlyMap<string, ReturnType<BrokerRegistration["openers"]>>;

export const brokerOpeners = (
  registrations: readonly BrokerRegistration[],
  place: OpeningPlace,
): BrokerOpeners => new Map(registrations.map(({ openers, venue }) => [venue.id, openers(place)]));

export const openerOf = (
  openers: BrokerOpeners,
  { provider, venue }: Pick<OpenKeys, "provider" | "venue">,
): BrokerOpener | undefined => openers.get(provider)?.[venue];

/** Being let in at whichever of them the keys are for. */
export function registeredAuthorisations(
  registrations: readonly BrokerRegistration[],
  place: OpeningPlace,
): BrokerAuthorisations {
  const all = new Map(
    registrations.map(({ authorisations, venue }) => [venue.id, authorisations?.(place)]),
  );
  const of = async ({ provider }: OpenKeys): Promise<BrokerAuthorisations> => {
    const found = all.get(provider);
    if (found) return found;
    throw new BrokerUnavailable("not-allowed", "There is nothing to authorise there.");
  };
  return {
    begin: async (keys) => (await of(keys)).begin(keys),
    complete: async (keys, half) => (await of(keys)).complete(keys, half),
    revoke: async (keys, access) => (await of(keys)).revoke(keys, access),
  };
}
