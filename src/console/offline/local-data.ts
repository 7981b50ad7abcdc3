import type { QueryClient } from '@tanstack/react-query';
import { forgetAnswers } from './cached-answers.ts';
import { removeServiceWorker } from './service-worker-client.ts';

const DRAFT = 'farmctl.draft ';

/** The unsaved input of a form; undefined where the device has none. */
export function readDraft(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(DRAFT + place) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores typed input, so that it survives errors, updates and a closed window. */
export function writeDraft(place: string, draft: object): void {
  try {
    if (Object.keys(draft).length === 0) localStorage.removeItem(DRAFT + place);
    else localStorage.setItem(DRAFT + place, JSON.stringify(draft));
  } catch {
    // Without storage it is kept while the page is open.
  }
}

/** Number of drafts on the device. */
export function draftCount(): number {
  return draftKeys().length;
}

function draftKeys(): readonly string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(DRAFT));
}

/**
 * Deletes all data of a session: responses in memory and on the device, drafts, and the files of
 * the console. Unsent entries are kept for their author; the language is not confidential.
 */
export async function forgetDevice(queries: QueryClient): Promise<void> {
  queries.clear();
  sessionStorage.clear();
  for (const key of draftKeys()) localStorage.removeItem(key);
  await Promise.allSettled([forgetAnswers(), removeServiceWorker()]);
}
