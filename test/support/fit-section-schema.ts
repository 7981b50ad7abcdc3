import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { birdSectionSchemas } from '../../src/model/answers/core/bird-section-schemas.ts';
import { moneySectionSchemas } from '../../src/model/answers/core/money-section-schemas.ts';
import { sharedSchemas } from '../../src/model/answers/core/shared-schemas.ts';
import { isMessage } from '../../src/model/core/message.ts';

const schemas = { ...birdSectionSchemas, ...moneySectionSchemas };
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'shared', components: { schemas: sharedSchemas } });
for (const [name, schema] of Object.entries(schemas)) {
  ajv.addSchema(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"shared#/')), name);
}

/** Asserts that a section matches its schema, after its messages are translated. */
export function expectToFitSchema(name: keyof typeof schemas, section: object): void {
  // Each schema is compiled on first use.
  const validate = ajv.getSchema(name);
  const isFit = validate?.(withTexts(section));
  expect({ isFit, errors: validate?.errors }).toEqual({ isFit: true, errors: null });
}

/** Asserts that no figure in a value is NaN or infinite. */
export function expectToBeFinite(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectToBeFinite);
}

function withTexts(value: unknown): unknown {
  if (isMessage(value)) return value.text;
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTexts(part)]));
}
