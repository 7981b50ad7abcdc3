import type { ScanKind } from '../../farming/alert-rules/due-scan.ts';

/** What a scan changed of an alert. */
export interface AlertChange {
  readonly id: string;
  readonly change: 'opened' | 'reopened' | 'raised' | 'closed';
  readonly rule: string | null;
  readonly severity: string | null;
  readonly title: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
}

/** What a scan of one farm looked at and found. */
export interface FarmScan {
  readonly farmId: string;
  readonly kind: ScanKind;
  readonly startedAt: string;
  readonly durationMs: number;
  /** How many barns, flocks and stocks the rules judged, how they found them, and what failed. */
  readonly rules: {
    readonly applied: number;
    readonly judged: number;
    readonly well: number;
    readonly warning: number;
    readonly critical: number;
    readonly failed: readonly string[];
  };
  readonly alerts: readonly AlertChange[];
  /** Null where gaps were not looked for. */
  readonly gaps: {
    /** Told of with `gap.detected`. */
    readonly new: readonly unknown[];
    readonly known: number;
    readonly gone: number;
  } | null;
  /** Tasks found overdue for the first time; null where they were not looked at. */
  readonly tasksOverdue: number | null;
}
