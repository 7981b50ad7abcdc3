/** Tells those who listen that something has happened; what it was they see for themselves. */
export interface Bell {
  ring(): void;
  /** Calls the listener at every ring from now on; returns what ends that. */
  listen(listener: () => void): () => void;
}

/** Makes a bell that nobody listens to yet. */
export function createBell(): Bell {
  const listeners = new Set<() => void>();
  return {
    ring() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
