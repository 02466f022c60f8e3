import type { DataSource } from "typeorm";

/** A connection beside the pool, opened by the first who asks for it. */
export interface OwnConnection {
  /** Rejects while no server answers; who asks next tries again. */
  get(): Promise<DataSource>;
  close(): Promise<void>;
}

export function ownConnection(made: () => DataSource): OwnConnection {
  let opening: Promise<DataSource> | undefined;
  const open = async (): Promise<DataSource> => {
    const dataSource = made();
    try {
      return await dataSource.initialize();
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
  return {
    get() {
      opening ??= open();
      return opening;
    },
    async close() {
      await (await opening?.catch(() => undefined))?.destroy();
    },
  };
}
