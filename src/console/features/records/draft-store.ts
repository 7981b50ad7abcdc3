import type { Draft } from '../../fields/draft.ts';

/** Stores the texts of an open form, so that a lost session or a reload loses nothing. */
export interface DraftStore {
  /** The typed texts for this version of the record. */
  read(version: unknown): Draft | undefined;
  write(version: unknown, draft: Draft): void;
  clear(): void;
}

/** The store for the form of one record, in the storage of the tab. */
export function createDraftStore(name: string): DraftStore {
  const key = `farmctl.draft.${name}`;
  return {
    read(version) {
      const stored = sessionStorage.getItem(key);
      if (stored === null) return undefined;
      const parsed = JSON.parse(stored) as { readonly version: unknown; readonly draft: Draft };
      return parsed.version === (version ?? null) ? parsed.draft : undefined;
    },
    write: (version, draft) =>
      sessionStorage.setItem(key, JSON.stringify({ version: version ?? null, draft })),
    clear: () => sessionStorage.removeItem(key),
  };
}
