import type { Message } from '../../model/message.ts';
import type { AutomationFailure } from './automation-failure.ts';
import type { JudgedAutomation } from './judge-automations.ts';

/** What an automation did, or would do, about a condition. */
export interface AutomationOutcome {
  readonly kind: 'command' | 'alert' | 'task' | 'cut';
  /** Whether it was done, waits for a yes, or was held back. */
  readonly status: 'executed' | 'proposed' | 'suppressed';
  /** The row that was written; null: there is none, or not yet. */
  readonly resource: 'controller-commands' | 'tasks' | 'alerts' | null;
  readonly id: string | null;
  readonly command: string | null;
  readonly params: unknown;
  /** What is done, in words. */
  readonly text: Message;
}

/** An automation that was judged for a barn, and what came of it. */
export interface AutomationRun extends JudgedAutomation {
  /** Null where nothing was to be done, or it went wrong. */
  readonly outcome: AutomationOutcome | null;
  /** What went wrong, or what forbids it. */
  readonly failure: AutomationFailure | null;
}
