import {
  type LabelledField,
  type Labels,
  labelOf,
  headingOf as plainHeadingOf,
} from '../../i18n/labels.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import { isolated } from './formats.ts';

/** The heading of a field with its unit. */
export function toHeading(labels: Labels, field: LabelledField): string {
  const label = labelOf(labels, field.name);
  const unit = plainHeadingOf(labels, field).slice(label.length + ', '.length);
  return unit === '' ? label : withSign(label, unit);
}

/** A label followed by a unit; a sign such as `°C` keeps its direction next to Hebrew. */
export function withSign(label: string, unit: string): string {
  const sign = /^\p{L}/u.test(unit) ? unit : isolated(unit);
  return /\p{Script=Han}/u.test(label) ? `${label}（${sign}）` : `${label}, ${sign}`;
}

/** The kind of a record, displayed until its title is known: `Flock`. */
export function wordKind({ singulars }: Labels, resource: ResourceName): string {
  return capitalised(singulars[resource]);
}

/** A text with a capital at the beginning, in scripts with capital letters. */
export function capitalised(text: string): string {
  // Skip a direction mark.
  const end = text.startsWith('\u2068') ? 2 : 1;
  return text.slice(0, end).toLocaleUpperCase() + text.slice(end);
}

/** A label for use within a sentence: `temperature`, but `NH₃` unchanged. */
export function uncapitalised(label: string): string {
  const [first = '', second = ''] = label;
  const isWord = second !== second.toLocaleUpperCase();
  return isWord ? first.toLocaleLowerCase() + label.slice(first.length) : label;
}
