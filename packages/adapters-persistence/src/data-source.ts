import "reflect-metadata";
import type { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { DataSource, type DataSourceOptions, type MigrationInterface } from "typeorm";
import { answeredClient } from "./answered-client.ts";
import { EmbeddedPool } from "./embedded-pool.ts";
import { MIGRATIONS } from "./migrations/migrations.ts";
import { SCHEMAS } from "./schemas.ts";
import { SnakeCaseNaming } from "./snake-case-naming.ts";

const SHARED = {
  type: "postgres",
  entities: SCHEMAS,
  migrationsTableName: "migrations",
  namingStrategy: new SnakeCaseNaming(),
  synchronize: false,
  migrationsRun: false,
  installExtensions: false,
  uuidExtension: "pgcrypto",
  logging: false,
} as const satisfies DataSourceOptions;

/** What the server knows the running program's connections by. */
export const POOL_NAME = "sevenfold";

export interface ServerPool {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** Connections held at most. */
  readonly poolSize: number;
  /** Longest wait for a connection to be opened, or to be free. */
  readonly connectTimeoutMs: number;
  /**
   * Longest silence while something is asked: then the connection is given up, and all that was asked on
   * it fails. Without a limit when absent, as a migration may take longer than anything else.
   */
  readonly answerTimeoutMs?: number;
  /** How long a connection that nobody uses stays open; ten seconds when absent, which the driver takes. */
  readonly idleTimeoutMs?: number;
  /** Hears of connections that die while nobody uses them. They are replaced on the next query. */
  readonly onConnectionLost: (error: Error) => void;
  /** All there are when absent. */
  readonly migrations?: Migrations;
}

type Migrations = readonly (new () => MigrationInterface)[];

/**
 * A PostgreSQL server. No statement and no forgotten transaction holds a connection for long: the server
 * sees to it, and where it is out of reach and nothing says so, the time-out does.
 */
export const serverDataSource = ({
  url,
  poolSize,
  connectTimeoutMs,
  answerTimeoutMs,
  idleTimeoutMs,
  onConnectionLost,
  migrations = MIGRATIONS,
}: ServerPool): DataSource =>
  new DataSource({
    ...SHARED,
    migrations: [...migrations],
    url,
    poolSize,
    applicationName: POOL_NAME,
    connectTimeoutMS: connectTimeoutMs,
    poolErrorHandler: onConnectionLost,
    extra: {
      statement_timeout: 5_000,
      ...(answerTimeoutMs !== undefined && { Client: answeredClient(answerTimeoutMs) }),
      idle_in_transaction_session_timeout: 5_000,
      ...(idleTimeoutMs !== undefined && { idleTimeoutMillis: idleTimeoutMs }),
      keepAlive: true,
      // What reads that share a connection need: none waits for the answers before its own.
      pipeline: true,
    },
  });

/**
 * The embedded database: one session, so a pool of one hands it to one transaction after another.
 * Whoever waits for it longer than the time-out most likely holds it himself.
 */
export const embeddedDataSource = (
  pglite: PGlite,
  migrations: Migrations = MIGRATIONS,
): DataSource =>
  new DataSource({
    ...SHARED,
    migrations: [...migrations],
    poolSize: 1,
    connectTimeoutMS: 15_000,
    driver: { Pool: EmbeddedPool },
    extra: { ...createPgConfig(pglite), idleTimeoutMillis: 0 },
  });
