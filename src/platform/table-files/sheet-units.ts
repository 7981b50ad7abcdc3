/** The unit of a number format, with the factor from the stored to the displayed number. */
export interface FormatUnit {
  readonly unit: string;
  readonly factor: number;
}

const PARTS = /"[^"]*"|\\.|;/g;
const QUOTED = /"([^"]*)"/g;
const ESCAPED = /\\(.)/g;
const CURRENCY = /\[\$([^[\]-]*)(?:-[^[\]]*)?\]/g;
const OTHER_BRACKETS = /\[[^[\]]*\]/g;
const FILLING = /[_*]./g;
const SCALED = /[0#?](,+)(?![0#?,])/;
const PLACES = /[0#?.,/\s()+-]|general/gi;
const PERCENT = 100;
const THOUSAND = 1000;

/** The built-in Excel formats with a unit, by number. */
export const BUILT_IN_FORMATS: Readonly<Record<string, string>> = { '9': '0%', '10': '0.00%' };

/**
 * The unit in a format such as `0.0 "t"`, `[$€-407]#,##0` or `0%`; undefined when there is none.
 */
export function unitOfFormat(format: string): FormatUnit | undefined {
  let literal = '';
  const store = (_: string, text: string) => {
    literal += text;
    return '';
  };
  const remainder = firstSection(format)
    .replace(QUOTED, store)
    .replace(CURRENCY, store)
    .replace(OTHER_BRACKETS, '')
    .replace(FILLING, '')
    .replace(ESCAPED, store);
  const isShare = remainder.includes('%');
  const unit = isShare ? '%' : (literal + remainder.replace(PLACES, '')).trim();
  if (unit === '') return undefined;
  const thousands = SCALED.exec(remainder)?.[1]?.length ?? 0;
  return { unit, factor: isShare ? PERCENT : THOUSAND ** -thousands };
}

/** The format section for positive numbers. */
function firstSection(format: string): string {
  const end = [...format.matchAll(PARTS)].find(([part]) => part === ';');
  return format.slice(0, end?.index);
}
