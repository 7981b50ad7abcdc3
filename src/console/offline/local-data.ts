import type { QueryClient } from '@tanstack/react-query';
import { forgetAnswers } from './cached-answers.ts';
import { removeServiceWorker } from './service-worker-client.ts';

const DRAFT = 'farmctl.draft ';

/** What was typed at a place before and not saved; undefined where the device keeps nothing. */
export function readDraft(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(DRAFT + place) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is typed, so that it outlives errors, updates and a closed window. */
export function writeDraft(place: string, draft: object): void {
  try {
    if (Object.keys(draft).length === 0) localStorage.removeItem(DRAFT + place);
    else localStorage.setItem(DRAFT + place, JSON.stringify(draft));
  } catch {
    // Without storage it is kept as long as the page is open.
  }
}

/** How many drafts the device keeps. */
export function draftCount(): number {
  return draftKeys().length;
}

function draftKeys(): readonly string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(DRAFT));
}

/**
 * Deletes what the device holds of a session: the answers in memory and on the device, drafts, and
 * the files of the console. Unsent entries stay for their writer; the language is no secret.
 */
export async function forgetDevice(queries: QueryClient): Promise<void> {
  queries.clear();
  sessionStorage.clear();
  for (const key of draftKeys()) localStorage.removeItem(key);
  await Promise.allSettled([forgetAnswers(), removeServiceWorker()]);
}
