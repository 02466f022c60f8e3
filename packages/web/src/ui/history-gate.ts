type Gatekeeper = (event: PopStateEvent) => void;

let gatekeeper: Gatekeeper | undefined;

/**
 * Listens to Back and Forward. Called before the router is made: a window tells its listeners in
 * the order they came, and only the first can keep a step from the others.
 */
export function openHistoryGate(): void {
  addEventListener("popstate", (event) => gatekeeper?.(event));
}

/** Puts somebody at the gate, until called back. */
export function keepHistoryGate(next: Gatekeeper): () => void {
  gatekeeper = next;
  return () => {
    if (gatekeeper === next) gatekeeper = undefined;
  };
}
