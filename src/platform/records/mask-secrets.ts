import type { ResourceDefinition } from '../../model/resource.ts';
import { storedFields } from '../../model/resource-fields.ts';
import { oncePerObject } from '../../tools/once-per-object.ts';

type Row = Readonly<Record<string, unknown>>;

const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;
const MASK = '***:***@';

/** A row as it may be shown: user and password in its addresses are masked. */
export function maskSecrets<R extends Row>(definition: ResourceDefinition, row: R): R {
  const masked = addressFields(definition).map((name) => [name, maskAddress(row[name])]);
  return { ...row, ...Object.fromEntries(masked) };
}

/** The text of a row as it may be shown; most rows hold no secret and stay as they are. */
export function maskSecretsInText(definition: ResourceDefinition, row: string): string {
  if (addressFields(definition).length === 0 || !row.includes('@')) return row;
  return JSON.stringify(maskSecrets(definition, JSON.parse(row)));
}

/** Changes without the masked addresses that were sent back as they were shown. */
export function withoutMasks(
  definition: ResourceDefinition,
  change: { readonly changes: Row; readonly before: Row },
): Row {
  const echoed = addressFields(definition).filter(
    (name) =>
      typeof change.changes[name] === 'string' &&
      change.changes[name] === maskAddress(change.before[name]),
  );
  const kept = Object.entries(change.changes).filter(([name]) => !echoed.includes(name));
  return Object.fromEntries(kept);
}

/** Every row that is shown asks for them; they are picked once for each definition. */
const addressFields = oncePerObject((definition: ResourceDefinition): readonly string[] =>
  storedFields(definition)
    .filter(([, field]) => field.type === 'text' && field.format === 'url')
    .map(([name]) => name),
);

function maskAddress(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(USER_INFO, `$1${MASK}`) : value;
}
