import type { ResourceName } from '../../model/registry.ts';
import type { columns, units } from './en/columns.ts';
import type { fields } from './en/fields.ts';

/** What people call fields, columns and units in one language; the English ones are the key list. */
export interface Labels {
  readonly fields: Readonly<Record<keyof typeof fields, string>>;
  readonly columns: Readonly<Record<keyof typeof columns, string>>;
  readonly units: Readonly<Record<keyof typeof units, string>>;
  readonly singulars: Readonly<Record<ResourceName, string>>;
}
