import { type Message, message } from '../../model/message.ts';
import type { Fix } from '../insights/section.ts';
import type { RiskContext } from './risk-context.ts';

/** How likely something is to go wrong, why, and what to do about it. */
export interface RiskFinding {
  /** 0 to 1; null when it cannot be told. */
  readonly p: number | null;
  readonly explanation: Message;
  /** The call that lessens it; null where there is nothing to lessen. */
  readonly fix: Fix | null;
}

/** Finds how likely one thing is to go wrong. */
export type RiskRule = (context: RiskContext) => RiskFinding;

/** There are not enough data to tell. */
export const UNKNOWN: RiskFinding = { p: null, explanation: message('risk.unknown'), fix: null };

/** Without birds it cannot happen. */
export const NO_BIRDS: RiskFinding = { p: 0, explanation: message('risk.no_birds'), fix: null };

/** All is well. */
export function noRisk(key: string): RiskFinding {
  return { p: 0, explanation: message(`risk.${key}.ok`), fix: null };
}
