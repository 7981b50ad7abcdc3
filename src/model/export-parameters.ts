import { boolean, word } from './fields.ts';
import { closed } from './vocabulary.ts';

/** The parameters of an export beside the filters, the order and the fields of the list. */
export const exportParameters = {
  format: word(closed(['csv', 'jsonl']), {
    default: 'csv',
    note: 'Rows of comma-separated values, or a JSON object a line',
  }),
  bom: boolean({ default: false, note: 'Begin with the mark by which Excel knows UTF-8' }),
} as const;
