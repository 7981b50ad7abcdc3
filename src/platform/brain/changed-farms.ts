/** A farm with rows that alert rules judge. */
export interface ChangedFarm {
  readonly orgId: string;
  readonly farmId: string;
}

/** The farms that changed since they were taken last; each is kept once. */
export interface ChangedFarms {
  note(farm: ChangedFarm): void;
  take(): readonly ChangedFarm[];
  /** Calls the listener at every note from now on; returns what ends that. */
  listen(listener: () => void): () => void;
}

/** Keeps the farms that changed, in memory: what is lost in a restart is found within the hour. */
export function createChangedFarms(): ChangedFarms {
  const farms = new Map<string, ChangedFarm>();
  const listeners = new Set<() => void>();
  return {
    note(farm) {
      farms.set(farm.farmId, farm);
      for (const listener of listeners) listener();
    },
    take() {
      const taken = [...farms.values()];
      farms.clear();
      return taken;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
