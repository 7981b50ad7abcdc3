import type { LogDraft } from './log-entry.ts';

const PREFIX = 'farmctl.draft ';

/** What was typed at a place before and not saved; nothing where the device keeps nothing. */
export function keptDraft(place: string): LogDraft {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + place) ?? '{}') as LogDraft;
  } catch {
    return {};
  }
}

/** Keeps what is typed, so that it outlives errors, updates and a closed window. */
export function keepDraft(place: string, draft: LogDraft): void {
  try {
    if (Object.keys(draft).length === 0) localStorage.removeItem(PREFIX + place);
    else localStorage.setItem(PREFIX + place, JSON.stringify(draft));
  } catch {
    // Without storage it is kept as long as the page is open.
  }
}
