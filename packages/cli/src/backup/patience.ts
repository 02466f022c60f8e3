/** A disk that neither takes what is written nor refuses it, such as a share whose server is away. */
export class TargetSilent extends Error {
  override readonly name = "TargetSilent";
}

/** Does work at a place; it calls `stir` whenever it has come further. */
export type Patiently = <Result>(work: (stir: () => void) => Promise<Result>) => Promise<Result>;

/** Waits for a place so long as it says something now and then; else throws `TargetSilent`. */
export const patientWith =
  (place: string, limitMs: number): Patiently =>
  async (work) => {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      const message = `${place} has neither taken nor refused anything for ${Math.round(limitMs / 1_000)} seconds`;
      timer = setTimeout(() => reject(new TargetSilent(message)), limitMs);
    });
    try {
      return await Promise.race([work(() => timer?.refresh()), silence]);
    } finally {
      clearTimeout(timer);
    }
  };
