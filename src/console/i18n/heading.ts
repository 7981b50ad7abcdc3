import { type LabelledField, type Labels, headingOf as plainHeadingOf } from '../../i18n/labels.ts';
import { isolated } from './formats.ts';

/** The heading of a field with its unit; a sign such as `°C` does not turn round beside Hebrew. */
export function headingOf(labels: Labels, field: LabelledField): string {
  return plainHeadingOf(labels, field).replace(SIGN, (_, sign: string) => `, ${isolated(sign)}`);
}

/** A unit that does not begin with a letter. */
const SIGN = /, ([^\p{L}\s]\S*)$/u;

/** A text as it begins a heading or an entry of a list, where the script has capital letters. */
export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
