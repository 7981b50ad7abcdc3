import type { Message } from '../../model/message.ts';
import type { Severity } from '../gaps/severity-rank.ts';
import type { Fix } from '../insights/section.ts';
import type { PlanContext } from './plan-context.ts';

/** Everything that a plan may ask for. */
export type PlanKind =
  | 'resolve_alert'
  | 'answer_worker'
  | 'log_today'
  | 'weigh_flock'
  | 'order_feed'
  | 'check_ventilation'
  | 'call_vet'
  | 'sell_window'
  | 'prepare_barn'
  | 'pay_or_collect'
  | 'renew_medicine'
  | 'fix_integration'
  | 'complete_task'
  | 'file_reg_item';

/** Something to do, before it is ranked. */
export interface PlanCandidate {
  readonly kind: PlanKind;
  readonly title: Message;
  readonly why: readonly Message[];
  readonly severity: Severity;
  readonly flockId: string | null;
  readonly barnId: string | null;
  /** Milliseconds since 1970; null when it is due at no certain time. */
  readonly dueAt: number | null;
  /** What leaving it costs, in the farm's currency, and what says so. */
  readonly impact: PlanImpact | null;
  /** 0 to 1: the share of the data it rests on that are there. */
  readonly confidence: number;
  readonly action: Fix;
  readonly source: { readonly type: string; readonly id: string };
}

/** An amount of money at stake. */
export interface PlanImpact {
  readonly amount: number;
  readonly basis: string;
}

/** Finds things to do. */
export type PlanRule = (context: PlanContext) => readonly PlanCandidate[];

/** The share of values that are there, 0 to 1. */
export function shareKnown(values: readonly unknown[]): number {
  const known = values.filter((value) => value !== null && value !== undefined);
  return values.length === 0 ? 1 : known.length / values.length;
}

/** An impact that is worth naming: known, and not nothing. */
export function impactOf(amount: number | null | undefined, basis: string): PlanImpact | null {
  return amount === null || amount === undefined || amount <= 0 ? null : { amount, basis };
}
