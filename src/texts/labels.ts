import type { Language } from '../model/languages.ts';
import type { Labels } from './labels/labels.ts';

/** A field with what its label is made from. */
export interface LabelledField {
  /** As in the API; may lead inside an object: `rules.judged`. */
  readonly name: string;
  readonly unit?: string | undefined;
}

const LOADERS: Readonly<Record<Language, () => Promise<Labels>>> = {
  en: () => merged(import('./labels/en/fields.ts'), import('./labels/en/columns.ts')),
  he: () => merged(import('./labels/he/fields.ts'), import('./labels/he/columns.ts')),
  th: () => merged(import('./labels/th/fields.ts'), import('./labels/th/columns.ts')),
  es: () => merged(import('./labels/es/fields.ts'), import('./labels/es/columns.ts')),
  zh: () => merged(import('./labels/zh/fields.ts'), import('./labels/zh/columns.ts')),
};

async function merged(
  fields: Promise<Pick<Labels, 'fields'>>,
  others: Promise<Omit<Labels, 'fields'>>,
): Promise<Labels> {
  return { ...(await fields), ...(await others) };
}

/** The labels of a language; each language is read when it is first needed. */
export function loadLabels(language: Language): Promise<Labels> {
  return LOADERS[language]();
}

/** What people call a field; where it has no label, the words of its name. */
export function labelOf({ fields, columns }: Labels, name: string): string {
  return ownText(fields, name) ?? ownText(columns, name) ?? wordsOf(name);
}

/** The same with the unit of its values: `Feed, kg`. */
export function headingOf(labels: Labels, { name, unit }: LabelledField): string {
  const label = labelOf(labels, name);
  const sign = unit === undefined || UNITLESS.includes(unit) ? undefined : unitOf(labels, unit);
  return sign === undefined ? label : `${label}, ${sign}`;
}

/** A unit as a language writes it. */
export function unitOf({ units }: Labels, unit: string): string {
  return ownText(units, unit) ?? unit;
}

/** What is counted under these is said by the label. */
const UNITLESS: readonly string[] = ['birds', 'eggs'];

function ownText(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
