import type { AutomationEditor } from '../automations/editor-rights.ts';

/** An automation that is on, with who edited it last. */
export interface EditedAutomation {
  readonly id: string;
  readonly name: string;
  readonly barnId: string | null;
  readonly mode: string | null;
  readonly trigger: unknown;
  readonly action: unknown;
  /** When it was changed last. */
  readonly updatedAt: string;
  readonly editor: AutomationEditor | undefined;
}
