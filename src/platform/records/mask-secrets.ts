import { MASK, maskAddress } from '../../model/mask-address.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { maskedFields } from '../../model/resource-fields.ts';
import { isSecretReference } from '../../model/secret-reference.ts';

type Row = Readonly<Record<string, unknown>>;

/** Some of these characters are in every address with credentials. */
const MAY_HOLD_CREDENTIALS = /[@?#=]/;

/** A row as it may be shown: credentials in its addresses, and literal secrets, are masked. */
export function maskSecrets<R extends Row>(definition: ResourceDefinition, row: R): R {
  const masked = maskedFields(definition).map((name) => [
    name,
    maskValue(definition, name, row[name]),
  ]);
  return { ...row, ...Object.fromEntries(masked) };
}

/** The text of a row as it may be shown; most rows hold no secret and stay as they are. */
export function maskSecretsInText(definition: ResourceDefinition, row: string): string {
  const fields = maskedFields(definition);
  if (fields.length === 0) return row;
  const isPlain = fields.every((name) => isAddress(definition, name));
  if (isPlain && !MAY_HOLD_CREDENTIALS.test(row)) return row;
  return JSON.stringify(maskSecrets(definition, JSON.parse(row)));
}

/** The value of a field as it may be shown. */
export function maskValue(definition: ResourceDefinition, name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !maskedFields(definition).includes(name)) return value;
  if (isAddress(definition, name)) return maskAddress(value);
  return isSecretReference(value) ? value : MASK;
}

/** A body without the masked values that were sent back as they were shown. */
export function withoutMasks(definition: ResourceDefinition, body: unknown, before: Row): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const given = body as Row;
  const echoed = maskedFields(definition).filter((name) => {
    const shown = maskValue(definition, name, before[name]);
    return (
      shown !== before[name] && typeof given[name] === 'string' && given[name].trim() === shown
    );
  });
  if (echoed.length === 0) return body;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !echoed.includes(name)));
}

function isAddress({ fields }: ResourceDefinition, name: string): boolean {
  const field = fields[name];
  return field?.type === 'text' && field.format === 'url';
}
