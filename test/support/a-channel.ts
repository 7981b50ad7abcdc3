import type { StoredChannel } from '../../src/storage/system/notice-channels.ts';

/** A verified e-mail channel without an owner. */
export const aChannel = {
  kind: 'email',
  address: 'dana@example.com',
  sealed: null,
  authRef: null,
  verifiedAt: '2026-11-01T00:00:00.000Z',
  codeHash: null,
  codeExpiresAt: null,
  codeTries: 0,
  consecutiveFailures: 0,
  disabledAt: null,
  disabledReason: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
} as const satisfies Partial<StoredChannel>;
