import { type Field, originOf } from '../../model/fields.ts';
import type { NamedField } from '../../model/resource-fields.ts';

/** A field as the API tells of it. */
export interface FieldDescription {
  readonly name: string;
  readonly type: Field['type'];
  readonly required: boolean;
  readonly writable: boolean;
  /** `computed`: derived when the row is read; `system`: stored by the service. */
  readonly origin: 'writable' | 'system' | 'computed';
  readonly unit: string | null;
  /** The words that are taken, or, where `open`, that are documented. */
  readonly values?: readonly string[];
  /** Whether words that are not documented are taken too. */
  readonly open?: boolean;
  readonly default?: string | number | boolean;
  /** The value that is filled in: `now`, `today`, or `caller` for the name of the key. */
  readonly defaultFrom?: string;
  /** The largest number, the longest text in characters, or the most items. */
  readonly max?: number;
  readonly min?: number;
  readonly note?: string;
  /** The resource whose rows it names. */
  readonly references?: string;
}

/** Describes a field of a resource, of an action or of a query. */
export function describeNamedField([name, field]: NamedField): FieldDescription {
  const origin = originOf(field);
  return {
    name,
    type: field.type,
    required: field.required === true,
    writable: origin === 'writable',
    origin,
    unit: field.unit ?? null,
    ...valuesOf(field),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.defaultFrom === undefined ? {} : { defaultFrom: field.defaultFrom }),
    ...boundsOf(field),
    ...(field.note === undefined ? {} : { note: field.note }),
    ...(field.type === 'reference' ? { references: field.to } : {}),
  };
}

function valuesOf(field: Field): Pick<FieldDescription, 'values' | 'open'> {
  if (field.type === 'word') {
    return { values: field.vocabulary.words, open: field.vocabulary.open };
  }
  return field.type === 'list' && field.words ? { values: field.words, open: true } : {};
}

function boundsOf(field: Field): Pick<FieldDescription, 'min' | 'max'> {
  switch (field.type) {
    case 'text':
      return { max: field.max };
    case 'list':
      return { max: field.maxItems };
    case 'integer':
    case 'number':
    case 'money':
      return { max: field.max, min: field.above ?? field.min ?? 0 };
    default:
      return {};
  }
}
