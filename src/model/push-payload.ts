import type { NoticeKind } from './core/vocabulary.ts';

/** Payload for the console's service worker. */
export interface PushPayload {
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string;
  /** Path of the page to open, relative to the console. */
  readonly path: string;
  readonly severity: string;
  readonly language: string;
  /** Notifications with the same tag replace each other. */
  readonly tag: string;
  readonly channelId: string;
  /** Only in a verification: the code, which the console enters for the user. */
  readonly code?: string;
}

/** The address of a page below the console's scope; the console itself for any other address. */
export function screenAddress(path: unknown, scope: string): string {
  const root = new URL(scope);
  const target = new URL(typeof path === 'string' ? path : '', root);
  return (target.href.startsWith(root.href) ? target : root).href;
}
