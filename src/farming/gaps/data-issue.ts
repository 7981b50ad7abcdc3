import { type Message, type MessageParams, message } from '../../model/message.ts';
import type { ResourceName } from '../../model/registry.ts';

/** Everything in recorded data that cannot be right. */
export type DataIssueCode =
  | 'negative_population'
  | 'duplicate_log'
  | 'age_mismatch'
  | 'eggs_broken_gt_eggs'
  | 'temp_order'
  | 'future_date'
  | 'zero_streak'
  | 'identical_values'
  | 'weight_jump'
  | 'suspect_value'
  | 'log_before_placement';

/** Data that cannot be right, by the row that shows it. */
export interface DataIssue {
  readonly code: DataIssueCode;
  readonly resource: ResourceName;
  readonly id: string | null;
  readonly message: Message;
}

/** Makes an issue; its text is `dataQuality.<code>`. */
export function dataIssue(
  code: DataIssueCode,
  row: { readonly resource: ResourceName; readonly id: string },
  params: MessageParams,
): DataIssue {
  const { resource, id } = row;
  return { code, resource, id, message: message(`dataQuality.${code}`, params) };
}
