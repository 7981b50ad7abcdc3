import type { ScanKind } from '../../farming/alert-rules/due-scan.ts';

/** Which farm is looked through, how far, and on whose behalf. */
export interface ScanOrder {
  readonly orgId: string;
  readonly farmId: string;
  readonly kind: ScanKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly trigger: 'api' | 'schedule';
  /** Milliseconds since the scan began, by the monotonic clock. */
  readonly elapsedMillis: () => number;
  readonly requestId?: string;
  readonly keyId?: string;
  /** Told of every rule that failed, with what it threw. */
  readonly onFailure: (what: string, error: unknown) => void;
}
