/** A farm with rows that alert rules judge. */
export interface ChangedFarm {
  readonly orgId: string;
  readonly farmId: string;
}

/** The farms that a caller sees. */
interface FarmScope {
  readonly orgId: string;
  readonly farmIds: 'all' | readonly string[];
}

/** Judges one farm by all rules; never rejects. */
type Judge = (farm: ChangedFarm) => Promise<void>;

/** The farms that changed since they were last judged; each is kept once. */
export interface ChangedFarms {
  note(farm: ChangedFarm): void;
  /**
   * Farms are judged with this from now on. `onNote` is called for every farm that is noted. Returns
   * a function that ends both.
   */
  judgeWith(judge: Judge, onNote: () => void): () => void;
  /** Judges all farms that wait, one after the other. */
  judgeAll(): Promise<void>;
  /**
   * Judges the farm, or up to ten of the farms of the scope, where they wait, and awaits those being
   * judged: what is read afterwards agrees with the alerts. Without a judge, as in commands on an
   * embedded database, it does nothing.
   */
  settle(scope: FarmScope, farmId?: string): Promise<void>;
}

/** A caller of a list waits for no more farms than this; the schedule judges the others. */
const MOST_SETTLED = 10;

/** Keeps the farms that changed, in memory: what is lost in a restart is found within the hour. */
export function createChangedFarms(): ChangedFarms {
  const waiting = new Map<string, ChangedFarm>();
  const underWay = new Map<string, { readonly farm: ChangedFarm; readonly end: Promise<void> }>();
  let judge: Judge | undefined;
  let onNote: (() => void) | undefined;

  const start = (farm: ChangedFarm): Promise<void> => {
    waiting.delete(farm.farmId);
    const before = underWay.get(farm.farmId)?.end ?? Promise.resolve();
    const end = before
      .then(() => judge?.(farm))
      .then(() => {
        if (underWay.get(farm.farmId)?.end === end) underWay.delete(farm.farmId);
      });
    underWay.set(farm.farmId, { farm, end });
    return end;
  };

  return {
    note(farm) {
      waiting.set(farm.farmId, farm);
      onNote?.();
    },
    judgeWith(work, listener) {
      judge = work;
      onNote = listener;
      return () => {
        judge = undefined;
        onNote = undefined;
      };
    },
    async judgeAll() {
      // One at a time, so that a caller who waits for a farm can bring it forward.
      for (let [farm] = waiting.values(); farm && judge; [farm] = waiting.values())
        await start(farm);
    },
    async settle({ orgId, farmIds }, farmId) {
      if (!judge) return;
      const concerns = (farm: ChangedFarm) =>
        farm.orgId === orgId &&
        (farmIds === 'all' || farmIds.includes(farm.farmId)) &&
        (farmId === undefined || farm.farmId === farmId);
      const farms = [...waiting.values()].filter(concerns).slice(0, MOST_SETTLED);
      for (const farm of farms) if (waiting.has(farm.farmId)) await start(farm);
      const others = [...underWay.values()].filter(({ farm }) => concerns(farm));
      await Promise.all(others.slice(0, MOST_SETTLED).map(({ end }) => end));
    },
  };
}
