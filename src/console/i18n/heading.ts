import {
  type LabelledField,
  type Labels,
  labelOf,
  headingOf as plainHeadingOf,
} from '../../i18n/labels.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import { isolated } from './formats.ts';

/** The heading of a field with its unit. */
export function headingOf(labels: Labels, field: LabelledField): string {
  const label = labelOf(labels, field.name);
  const unit = plainHeadingOf(labels, field).slice(label.length + ', '.length);
  return unit === '' ? label : withSign(label, unit);
}

/** A label with a unit behind it; a sign such as `°C` does not turn round beside Hebrew. */
export function withSign(label: string, unit: string): string {
  const sign = /^\p{L}/u.test(unit) ? unit : isolated(unit);
  return /\p{Script=Han}/u.test(label) ? `${label}（${sign}）` : `${label}, ${sign}`;
}

/** What a record is, in place of its title while that is not known: `Flock`. */
export function kindOf({ singulars }: Labels, resource: ResourceName): string {
  return capitalised(singulars[resource]);
}

/** A text as it begins a heading or an entry of a list, where the script has capital letters. */
export function capitalised(text: string): string {
  // A mark of direction is no letter.
  const end = text.startsWith('\u2068') ? 2 : 1;
  return text.slice(0, end).toLocaleUpperCase() + text.slice(end);
}

/** A label as it stands within a sentence: `temperature`, and `NH₃` as it is. */
export function uncapitalised(label: string): string {
  const [first = '', second = ''] = label;
  const isWord = second !== second.toLocaleUpperCase();
  return isWord ? first.toLocaleLowerCase() + label.slice(first.length) : label;
}
