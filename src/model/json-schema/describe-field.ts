import type { Field } from '../fields.ts';
import { getResource } from '../registry.ts';

const defaultSources = {
  now: 'the present time',
  today: 'the present day of the farm',
  caller: 'the name of the key',
} as const;

/** What reference documents say of a field, in sentences; empty when the name says it all. */
export function describeField(field: Field): string {
  return [
    ...(field.note === undefined ? [] : [field.note]),
    ...(field.unit === undefined ? [] : [`Unit: ${field.unit}`]),
    ...describeType(field),
    ...(field.defaultFrom === undefined ? [] : [`Default: ${defaultSources[field.defaultFrom]}`]),
  ]
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}

function describeType(field: Field): string[] {
  if (field.type === 'reference') {
    const { singular } = getResource(field.to);
    return [`Id of ${/^[aeio]/.test(singular) ? 'an' : 'a'} ${singular}`];
  }
  if (field.type === 'word' && field.vocabulary.open) {
    return [`One of ${field.vocabulary.words.join(', ')}, or another word`];
  }
  if (field.type === 'list' && field.words) return [`Such as ${field.words.join(', ')}`];
  if (field.type === 'text' && field.format === 'currency') return ['ISO 4217 code'];
  return [];
}
