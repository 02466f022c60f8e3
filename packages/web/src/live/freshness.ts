/** When each view was last received, by its address: what "as of" is said from. */
const receivedAt = new Map<string, number>();

export const received = (address: string, at = Date.now()): void => {
  receivedAt.set(address, at);
};

/** UTC milliseconds; undefined: never. */
export const lastReceived = (address: string): number | undefined => receivedAt.get(address);
