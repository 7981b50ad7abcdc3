import type { Draft } from '../../fields/draft.ts';

/** Keeps the texts of a form while it is open, so that a lost session or reload loses nothing. */
export interface DraftStore {
  /** The texts that were typed for this version of the record. */
  read(version: unknown): Draft | undefined;
  write(version: unknown, draft: Draft): void;
  clear(): void;
}

/** The store of the form of one record, in the storage of the tab. */
export function createDraftStore(name: string): DraftStore {
  const key = `farmctl.draft.${name}`;
  return {
    read(version) {
      const stored = sessionStorage.getItem(key);
      if (stored === null) return undefined;
      const known = JSON.parse(stored) as { readonly version: unknown; readonly draft: Draft };
      return known.version === (version ?? null) ? known.draft : undefined;
    },
    write: (version, draft) =>
      sessionStorage.setItem(key, JSON.stringify({ version: version ?? null, draft })),
    clear: () => sessionStorage.removeItem(key),
  };
}
