import type { NoticeKind } from './core/vocabulary.ts';

/** Payload for the service worker of the console. */
export interface PushPayload {
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string;
  /** Where the console shows it, below its address. */
  readonly path: string;
  readonly severity: string;
  readonly language: string;
  /** Notifications with the same tag replace each other. */
  readonly tag: string;
  readonly channelId: string;
  /** Only in a verification: the code, which the console enters for the user. */
  readonly code?: string;
}

/** The address of a screen below that of the console; the console itself for any other address. */
export function screenAddress(path: unknown, scope: string): string {
  const root = new URL(scope);
  const asked = new URL(typeof path === 'string' ? path : '', root);
  return (asked.href.startsWith(root.href) ? asked : root).href;
}
