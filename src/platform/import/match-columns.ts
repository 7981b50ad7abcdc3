import { headingOf, type Labels, labelOf } from '../../i18n/labels.ts';
import { type Issue, reason, validationFailed } from '../../model/core/errors.ts';
import { type Field, originOf } from '../../model/core/fields.ts';
import { type ResourceDefinition, writableFields } from '../../model/core/resource.ts';
import { foldText, nearestWord } from '../../tools/words.ts';
import { requireHeadings } from '../table-files/table.ts';
import headings from './heading-words.json' with { type: 'json' };
import { type FieldMeasure, type ForeignUnit, isUnit, type ReadUnit, readUnit } from './units.ts';

/** The purpose of a file column. */
export interface ImportColumn {
  readonly heading: string;
  readonly index: number;
  /** The field that it fills; undefined when it is omitted. */
  readonly name: string | undefined;
  /** How its cells are read; a barn column that identifies flocks is a reference too. */
  readonly field: Field | undefined;
  /** The unit in its heading, if it differs from that of the field. */
  readonly unit?: ReadUnit;
}

/** The column with the rejection reason in a rejects file that is sent again. */
const REASON_HEADING = 'import_error';

const COMMON = ['id', 'version', 'createdAt', 'updatedAt', 'createdBy'];
const SHOWN = [...COMMON, REASON_HEADING];
const reference = (to: string): Field => ({ type: 'reference', to });

/**
 * The fields that a column may fill: those of the caller, the farm, and the barn instead of a
 * flock.
 */
function importFields(definition: ResourceDefinition): ReadonlyMap<string, Field> {
  const fields = new Map(writableFields(definition));
  if (definition.farm.kind === 'farm') fields.set('farmId', reference('farms'));
  if (findsFlockByBarn(definition)) fields.set('barnId', reference('barns'));
  return fields;
}

/** Whether the flock of a row can be identified by its barn on the day of the row. */
export function findsFlockByBarn({ fields }: ResourceDefinition): boolean {
  const hasDay = fields['date']?.type === 'date';
  return fields['flockId'] !== undefined && fields['barnId'] === undefined && hasDay;
}

/** Dictionary for headings. */
export interface HeadingWords {
  /** Headings with the field chosen by the sender. */
  readonly map: ReadonlyMap<string, string>;
  /** Field labels in each language. */
  readonly labels: readonly Labels[];
  /** Currencies of the import's farms; empty when amounts may be in any. */
  readonly currencies: readonly string[];
}

/**
 * Assigns file columns to fields: by the sender's map, by field name, or by common names. Throws
 * the issues of unknown and duplicate headings.
 */
export function matchColumns(
  definition: ResourceDefinition,
  headings: readonly string[],
  { map, labels, currencies }: HeadingWords,
): readonly ImportColumn[] {
  requireHeadings(headings);
  const fields = importFields(definition);
  const knownNames = knownHeadings(definition, { fields, labels });
  const ofService = headingsOfService(definition, labels);
  const issues: Issue[] = [...unusedIssues(headings, map)];
  const meaningOf = (heading: string) => {
    if (!map.has(heading)) return fieldNamed(heading, knownNames, ofService);
    return mapped(heading, map.get(heading) ?? '', fields);
  };
  const columns = headings.map((heading, index): ImportColumn => {
    const meaning = meaningOf(heading);
    if (typeof meaning === 'object') issues.push(meaning);
    const name = typeof meaning === 'string' && meaning !== '' ? meaning : undefined;
    const field = fields.get(name ?? '');
    if (name === undefined || !field) return { heading, index, name, field };
    const isWhole =
      map.has(heading) || (knownNames.has(normaliseHeading(heading)) && !isUnitAside(heading));
    const unit = headingUnit(heading, { name, field, currencies, isWhole });
    if (!unit) return { heading, index, name, field };
    if ('convert' in unit) return { heading, index, name, field, unit };
    issues.push(foreignIssue(heading, name, unit));
    return { heading, index, name, field };
  });
  issues.push(...repeatedIssues(columns));
  if (issues.length === 0) issues.push(...missingIssues(definition, columns));
  if (issues.length > 0) throw validationFailed(issues);
  return columns;
}

/** The field of every known heading; empty for omitted columns. */
function knownHeadings(
  definition: ResourceDefinition,
  {
    fields,
    labels,
  }: Pick<HeadingWords, 'labels'> & { readonly fields: ReadonlyMap<string, Field> },
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const name of [...SHOWN, ...Object.keys(definition.fields), 'farmId']) {
    names.set(normaliseHeading(name), fields.has(name) ? name : '');
  }
  for (const name of fields.keys()) {
    names.set(normaliseHeading(name), name);
    if (name.endsWith('Id')) addWord(names, name.slice(0, -2), name);
  }
  for (const language of labels) addLabels(names, language, fields);
  for (const name of fields.keys()) {
    for (const word of headingWords[name] ?? []) addWord(names, word, name);
  }
  for (const language of labels) {
    for (const name of COMMON) addWord(names, labelOf(language, name), '');
  }
  return names;
}

/** Headings of the service's lists take precedence over words that fit several fields. */
function addLabels(
  names: Map<string, string>,
  language: Labels,
  fields: ReadonlyMap<string, Field>,
): void {
  for (const [name, { unit }] of fields) {
    addWord(names, labelOf(language, name), name);
    addWord(names, headingOf(language, { name, unit }), name);
  }
}

/**
 * Headings of the service's lists for read-only fields, which are not imported, although without
 * the parenthesised part they may match a writable field: `Phone (international)`.
 */
function headingsOfService(
  { fields }: ResourceDefinition,
  labels: readonly Labels[],
): ReadonlySet<string> {
  const readOnlyFields = Object.entries(fields).filter(
    ([, field]) => originOf(field) !== 'writable',
  );
  const called = (language: Labels) =>
    readOnlyFields.map(([name]) => normaliseHeading(labelOf(language, name)));
  return new Set(labels.flatMap(called));
}

/** A word never overrides the name of a field. */
function addWord(names: Map<string, string>, word: string, name: string): void {
  if (!names.has(normaliseHeading(word))) names.set(normaliseHeading(word), name);
}

/** A heading without case, accents, spaces and punctuation. */
function normaliseHeading(heading: string): string {
  return foldText(heading).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** The field mapped to a column. */
function mapped(heading: string, name: string, fields: ReadonlyMap<string, Field>): string | Issue {
  if (name === '' || fields.has(name)) return name;
  const suggestion = nearestWord(name, [...fields.keys()]);
  return {
    path: 'map',
    code: 'not_allowed',
    message: `map leads ${quoted(heading)} to ${quoted(name)}, which is not a writable field${hint(suggestion)}`,
    allowed: [...fields.keys()],
    ...(suggestion ? { suggestion } : {}),
  };
}

function fieldNamed(
  heading: string,
  names: ReadonlyMap<string, string>,
  ofService: ReadonlySet<string>,
): string | Issue {
  // A column without a heading contains remarks for people.
  if (heading === '') return '';
  const withoutUnit = withoutUnits(heading);
  const forms = ofService.has(normaliseHeading(heading))
    ? [heading]
    : [heading, withoutUnit, withoutUnitAtEnd(withoutUnit)];
  const matching = forms
    .map((form) => names.get(normaliseHeading(form)))
    .find((name) => name !== undefined);
  if (matching !== undefined) return matching;
  const suggestion = nearestWord(normaliseHeading(heading), [...names.keys()]);
  const name = suggestion === undefined ? undefined : names.get(suggestion) || undefined;
  return {
    path: heading.slice(0, 100),
    code: 'not_allowed',
    message: `No field is called ${quoted(heading)}${hint(name)} Name the field with map, or leave the column out with an empty one.`,
    ...(name ? { suggestion: name } : {}),
  };
}

const CONNECTING = /^(?:in|en|de)$/iu;
const OF_TWO_WORDS = /^(?:imp|us|sq|short|metric)$/iu;

/**
 * The last words of a heading, with those before: `kg` of `Feed, kg`, `Feed kg` and `Feed in kg`.
 */
function lastWords(heading: string): { readonly before: string; readonly last: string } {
  const words = heading.trim().split(/[\s,]+/);
  const isOfTwo = OF_TWO_WORDS.test(words.at(-2) ?? '');
  const last = words.splice(isOfTwo ? -2 : -1).join(' ');
  if (words.length > 1 && CONNECTING.test(words.at(-1) ?? '')) words.pop();
  return { before: words.join(' '), last };
}

function withoutUnitAtEnd(heading: string): string {
  const { before, last } = lastWords(heading);
  return before !== '' && isUnit(last) ? before : heading;
}

/** Whether the unit in a heading has no letters, so that the words match with or without it. */
function isUnitAside(heading: string): boolean {
  const words = withoutUnitAtEnd(withoutUnits(heading));
  return words !== heading && normaliseHeading(words) === normaliseHeading(heading);
}

/**
 * Interprets the unit in a heading for its field. In a heading that matches as a whole, a part may
 * only look like a unit: `Temp min` is not in minutes.
 */
function headingUnit(
  heading: string,
  { isWhole, ...measure }: FieldMeasure & { readonly isWhole: boolean },
): ReadUnit | ForeignUnit | undefined {
  if (!isMeasured(measure.field)) return undefined;
  const { before, last } = lastWords(withoutUnits(heading));
  const units = [...splitBrackets(heading).inside, ...(before === '' ? [] : [last])].map((text) =>
    readUnit(text, measure),
  );
  const unit = units.find((candidate) => candidate !== undefined);
  return isWhole && unit && 'expected' in unit ? undefined : unit;
}

function isMeasured({ type }: Field): boolean {
  return type === 'number' || type === 'integer' || type === 'money';
}

function foreignIssue(heading: string, name: string, { unit, expected }: ForeignUnit): Issue {
  return {
    path: heading.slice(0, 100),
    code: 'inconsistent',
    message: `The column ${quoted(heading)} is in ${quoted(unit)}, and ${name} is stored in ${expected}; one cannot be converted to the other. Convert it in the file, or leave the column out with map.`,
    reason: reason('reason.foreignColumn', { column: heading, unit, field: name, expected }),
  };
}

const OPENING = /[([{（]/g;
const CLOSING = /[)\]}）]/g;

/** A heading without parenthesised parts, such as `Feed` for `Feed (kg)`. */
function withoutUnits(heading: string): string {
  return splitBrackets(heading).outside;
}

function splitBrackets(heading: string) {
  let outsideText = '';
  const bracketTexts: string[] = [];
  let at = 0;
  for (;;) {
    const opening = findFrom(heading, OPENING, at);
    const closing = opening === -1 ? -1 : findFrom(heading, CLOSING, opening + 1);
    if (closing === -1) return { outside: outsideText + heading.slice(at), inside: bracketTexts };
    outsideText += heading.slice(at, opening);
    bracketTexts.push(heading.slice(opening + 1, closing));
    at = closing + 1;
  }
}

function findFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function hint(suggestion: string | undefined): string {
  return suggestion === undefined ? '.' : `; did you mean ${suggestion}?`;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function unusedIssues(headings: readonly string[], map: ReadonlyMap<string, string>): Issue[] {
  return [...map.keys()]
    .filter((heading) => !headings.includes(heading))
    .map((heading) => {
      const suggestion = nearestWord(heading, headings);
      return {
        path: 'map',
        code: 'not_found',
        message: `map names the column ${quoted(heading)}, which the file does not have${hint(suggestion)}`,
        ...(suggestion ? { suggestion } : {}),
      };
    });
}

function repeatedIssues(columns: readonly ImportColumn[]): Issue[] {
  const first = new Map<string, string>();
  const issues: Issue[] = [];
  for (const { name, heading } of columns) {
    if (name === undefined) continue;
    const other = first.get(name);
    if (other === undefined) first.set(name, heading);
    else {
      const message = `Both ${quoted(other)} and ${quoted(heading)} mean ${name}; leave one out with map.`;
      const params = { first: other, second: heading, field: name };
      issues.push({
        path: heading.slice(0, 100),
        code: 'duplicate_key',
        message,
        reason: reason('reason.sameField', params),
      });
    }
  }
  return issues;
}

function missingIssues(definition: ResourceDefinition, columns: readonly ImportColumn[]): Issue[] {
  const names = new Set(columns.map(({ name }) => name));
  const isByBarn = findsFlockByBarn(definition) && names.has('barnId');
  return writableFields(definition)
    .filter(([name, field]) => field.required === true && !names.has(name))
    .filter(([name]) => !(isByBarn && name === 'flockId'))
    .map(([name]) => ({
      path: name,
      code: 'required',
      message: `${name} is required, and no column holds it; name the one that does with map.`,
    }));
}

/**
 * Common column headings in five languages, by field. Compared without case, spaces and
 * punctuation; the name of the field itself always matches.
 */
const headingWords: Readonly<Record<string, readonly string[]>> = headings;
