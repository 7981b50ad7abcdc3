import {
  type Emission,
  type EventName,
  maskedFields,
  type ResourceDefinition,
} from '../../model/core/resource.ts';
import { isSecretReference, MASK, maskAddress } from '../../model/core/secrets.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import type { RuleChange } from './resource-rules.ts';

type Row = Readonly<Record<string, unknown>>;

/** The events emitted for a row change; `before` is undefined for a new row. */
export function emissionsOf(
  definition: ResourceDefinition,
  before: Row | undefined,
  after: Row,
): EventName[] {
  return (definition.emits ?? [])
    .filter((emission) => isEmitted(emission, before, after))
    .map(({ event }) => event);
}

function isEmitted(emission: Emission, before: Row | undefined, after: Row): boolean {
  const { on, field, value, from } = emission;
  if (on === 'set') return isSet(field, before, after);
  const isMet = field === undefined || after[field] === value;
  if (!isMet || (on === 'create' && before)) return false;
  if (on === 'create' || !before || field === undefined) return true;
  const previous = before[field];
  return previous !== value && (from === undefined || from.includes(String(previous)));
}

function isSet(field: string | undefined, before: Row | undefined, after: Row): boolean {
  if (field === undefined) return false;
  const value = after[field] ?? null;
  return value !== null && !isSame(before?.[field], value);
}

/** Fields that every change updates. */
const UNTOLD = new Set(['updatedAt', 'version']);

/** The fields modified by a change, with their previous values. */
export function previousValues(before: Row, after: Row): Row {
  const changed = Object.keys(after).filter(
    (name) => name in before && !UNTOLD.has(name) && !isSame(before[name], after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

/** Whether two stored values are equal; objects and lists are compared as JSON. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const absent = (value: unknown) => value === null || value === undefined;
  if (absent(left) || absent(right)) return absent(left) && absent(right);
  return typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right);
}

type Rows = Pick<RuleChange, 'before' | 'after'>;

/** Whether the row is new, or the value of one of the fields has changed. */
export function hasChanged({ before, after }: Rows, fields: readonly string[]): boolean {
  return !before || fields.some((name) => !isSame(before[name], after[name]));
}

/** Whether the status becomes one of these, in a new row or by a change. */
export function entersStatus({ before, after }: Rows, statuses: readonly string[]): boolean {
  return isOneOf(after, statuses) && !isOneOf(before, statuses);
}

/** Whether the status was one of these before the change only. */
export function leavesStatus({ before, after }: Rows, statuses: readonly string[]): boolean {
  return isOneOf(before, statuses) && !isOneOf(after, statuses);
}

function isOneOf(row: Rows['before'], statuses: readonly string[]): boolean {
  return typeof row?.['status'] === 'string' && statuses.includes(row['status']);
}

/** Parses a row's JSON text into the stored row. */
export function storedFromJson(json: string, orgId: string): StoredRow {
  return { ...JSON.parse(json), orgId };
}

/** Every URL with credentials contains one of these characters. */
const MAY_HOLD_CREDENTIALS = /[@?#=]/;

/** A row for output: credentials in URLs and literal secrets are masked. */
export function maskSecrets<R extends Row>(definition: ResourceDefinition, row: R): R {
  const masked = maskedFields(definition).map((name) => [
    name,
    maskValue(definition, name, row[name]),
  ]);
  return { ...row, ...Object.fromEntries(masked) };
}

/** The text of a row for output; most rows contain no secret and are returned unchanged. */
export function maskSecretsInText(definition: ResourceDefinition, row: string): string {
  const fields = maskedFields(definition);
  if (fields.length === 0) return row;
  const isPlain = fields.every((name) => isAddress(definition, name));
  if (isPlain && !MAY_HOLD_CREDENTIALS.test(row)) return row;
  return JSON.stringify(maskSecrets(definition, JSON.parse(row)));
}

/** The value of a field for output. */
export function maskValue(definition: ResourceDefinition, name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !maskedFields(definition).includes(name)) return value;
  if (isAddress(definition, name)) return maskAddress(value);
  return isSecretReference(value) ? value : MASK;
}

/** A body without masked values that were sent back unchanged. */
export function withoutMasks(definition: ResourceDefinition, body: unknown, before: Row): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const fields = body as Row;
  const echoed = maskedFields(definition).filter((name) => {
    const previous = maskValue(definition, name, before[name]);
    return (
      previous !== before[name] &&
      typeof fields[name] === 'string' &&
      fields[name].trim() === previous
    );
  });
  if (echoed.length === 0) return body;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !echoed.includes(name)));
}

function isAddress({ fields }: ResourceDefinition, name: string): boolean {
  const field = fields[name];
  return field?.type === 'text' && field.format === 'url';
}
