import { labelOf } from '../../i18n/labels.ts';
import type { QueryForm } from '../../model/answers/query-form.ts';
import { type MessageValue, message } from '../../model/core/message.ts';
import type { Fact, MeasureAnswer } from '../measure.ts';
import { asText, factOf, type NumberFact, wordFact } from '../measures/fact-of.ts';
import {
  type AnswerContext,
  buildPart,
  buildSource,
  describeRecords,
  distinct,
  findBarn,
  fittingRows,
  isComparison,
  joined,
  MAX_ITEMS,
  placesOf,
  type QueryData,
  type QueryRow,
  type QueryWording,
  readDay,
  readField,
  round,
  shownValue,
  withUnitPrice,
} from './describe-records.ts';
import { type View, type ViewName, views } from './views.ts';

/** The answer of a form about records, with each further field. Every value in it is in a fact. */
export function answerForm(
  name: ViewName,
  { also = [], ...form }: QueryForm,
  data: QueryData,
  wording: QueryWording,
): MeasureAnswer {
  const forms = [form, ...also.map((field) => ({ ...form, ...field }))];
  const answers = forms.map((one) => answerOne(name, one, data, wording));
  const lines = answers.flatMap((answer) => answer.lines);
  return {
    facts: distinct(answers.flatMap(({ facts }) => facts)),
    lines: distinct(lines),
  };
}

/** The days of the records of a form, the oldest first. */
export function findDays(name: ViewName, form: QueryForm, data: QueryData): readonly string[] {
  const view: View = views[name];
  return fittingRows(form, view, data)
    .flatMap((row) => readDay(row, view, data.zone) ?? [])
    .toSorted();
}

function answerOne(
  name: ViewName,
  form: QueryForm,
  data: QueryData,
  wording: QueryWording,
): MeasureAnswer {
  const view: View = views[name];
  const { resource } = view;
  const fitting = fittingRows(form, view, data);
  const found = form.select ? fitting.map((row) => withUnitPrice(row, resource)) : fitting;
  const answering = { ...data, ...wording, form, view, resource, found };
  const context: AnswerContext = {
    ...answering,
    what: subjectOf(name, form, { ...data, ...wording }),
  };
  if (form.groupBy === 'day') return answerDays(context);
  if (found.length === 0) return noRecordsAnswer(context);
  if (form.groupBy !== undefined) return answerGroups(context, form.groupBy);
  switch (form.aggregate) {
    case 'count':
      // Records of a topic are named, since the count alone does not identify them.
      return form.filters.some(({ op }) => op === 'about')
        ? listed(context, 'ask.query.count')
        : buildHead(context, 'ask.query.count');
    case 'exists':
      return listed(context, 'ask.query.exists');
    case 'sum':
    case 'mean':
      return combineLists(context, form.aggregate);
    case 'max':
    case 'min':
      return extremeRows(context, form.aggregate);
    case 'last':
    case 'first':
      return extremeAnswer(context, form.aggregate);
    default:
      if (form.select === undefined) return listed(context, 'ask.query.count');
      // A person in many records is named once.
      return form.answerType === 'person' && view.date !== null && found.length > 1
        ? answerGroups(context, 'person')
        : values(context, found, form.select);
  }
}

/** Fields with a person. */
const PERSON_FIELDS: ReadonlySet<string> = new Set(['supplierId', 'customerId', 'assignee']);

function subjectOf(
  name: ViewName,
  { filters }: QueryForm,
  { wordOf, nameOf }: QueryWording & QueryData,
): MessageValue {
  const view = message(`ask.view.${name}`);
  const isAbout = filters.some(({ op }) => op === 'about');
  const what = isAbout ? message('ask.query.about', { what: view }) : view;
  const kinds = filters.flatMap(({ field, op, value }) =>
    ['kind', 'category', 'feedType'].includes(field) && op === '=' ? [String(value)] : [],
  );
  const people = filters.flatMap(({ field, op, value }) =>
    PERSON_FIELDS.has(field) && op === 'in' ? [nameOf.get(String([value].flat()[0])) ?? ''] : [],
  );
  const narrowed = [...kinds.map(wordOf), ...people].filter((one) => one !== '');
  if (narrowed.length === 0) return what;
  return message('ask.query.narrowed', { what, kind: narrowed.join(', ') });
}

/** The subject with the requested days or, without any, the days of the records. */
function inPeriod(
  { form, found, view, zone }: AnswerContext,
  subject: MessageValue,
  isRange: boolean,
): MessageValue {
  const days = found.flatMap((row) => readDay(row, view, zone) ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  const records = isRange && first && last ? { from: first, to: last } : undefined;
  const period = form.period ?? records;
  if (period === undefined) return subject;
  const [from, to] = [{ day: period.from }, { day: period.to }];
  if (period.to > '9999') return message('ask.query.since', { subject, from });
  return message('ask.query.inPeriod', { subject, from, to });
}

function noRecordsAnswer(context: AnswerContext): MeasureAnswer {
  const { what, resource, form } = context;
  const fact = factOf(`${resource}: records`, 0, {
    source: { resource, query: { ...form } },
  });
  return {
    facts: [fact, ...periodFacts(context, false)],
    lines: [message('ask.query.none', { what: inPeriod(context, what, false) })],
  };
}

/** The answer contains the days of a period, so they are facts. */
function periodFacts(
  { form, found, view, zone, resource }: AnswerContext,
  isRange: boolean,
): Fact[] {
  const days = found.flatMap((row) => readDay(row, view, zone) ?? []).sort();
  const range = isRange ? [days[0], days.at(-1)] : [];
  const ends = form.period ? [form.period.from, form.period.to] : range;
  return ends.flatMap((day) => (day ? [wordFact(`${resource}: period`, day)] : []));
}

function buildHead(
  context: AnswerContext,
  text: 'ask.query.count' | 'ask.query.exists',
): MeasureAnswer {
  const { found, resource, what } = context;
  const count = factOf(`${resource}: records`, found.length, {
    source: buildSource(context, found),
  });
  const params = { what: inPeriod(context, what, true), count: asText(count) };
  return { facts: [count, ...periodFacts(context, true)], lines: [message(text, params)] };
}

function listed(
  context: AnswerContext,
  text: 'ask.query.count' | 'ask.query.exists',
): MeasureAnswer {
  const head = buildHead(context, text);
  const rows = describeRecords(context, context.found);
  return { facts: [...head.facts, ...rows.facts], lines: [...head.lines, ...rows.lines] };
}

interface Numbered {
  readonly row: QueryRow;
  readonly value: number;
}

function findNumbers({ found, form }: AnswerContext): readonly Numbered[] {
  const { select = '' } = form;
  return found.flatMap((row) => {
    const value = row[select];
    return typeof value === 'number' ? [{ row, value }] : [];
  });
}

function combineLists(context: AnswerContext, how: 'sum' | 'mean'): MeasureAnswer {
  const { form, found, what, labels, resource } = context;
  const { select = '' } = form;
  const numbers = findNumbers(context);
  if (numbers.length === 0) return without(context, found.length);
  const sum = numbers.reduce((total, { value }) => total + value, 0);
  const value = how === 'sum' ? sum : sum / numbers.length;
  const fact = numberFact(context, `${resource}: ${select}, ${how}`, round(value));
  const count = factOf(`${resource}: records`, numbers.length);
  const params = { what: inPeriod(context, what, true), field: labelOf(labels, select) };
  const line = message(`ask.query.${how}`, {
    ...params,
    value: asText(fact),
    count: asText(count),
  });
  const missing = without(context, found.length - numbers.length);
  return {
    facts: [fact, count, ...periodFacts(context, true), ...missing.facts],
    lines: [line, ...missing.lines],
  };
}

function numberFact(context: AnswerContext, label: string, value: number): NumberFact {
  const definition = readField(context, context.form.select ?? '');
  const unit = definition?.type === 'money' ? context.currency : (definition?.unit ?? null);
  return factOf(label, value, { unit, source: buildSource(context, context.found) });
}

/** Records without the field are reported, since a sum excludes them. */
function without({ form, labels, resource }: AnswerContext, count: number): MeasureAnswer {
  if (count === 0) return { facts: [], lines: [] };
  const { select = '' } = form;
  const fact = factOf(`${resource}: records without ${select}`, count);
  const params = { count: asText(fact), field: labelOf(labels, select) };
  return { facts: [fact], lines: [message('ask.query.without', params)] };
}

function extremeRows(context: AnswerContext, side: 'max' | 'min'): MeasureAnswer {
  const { form, what, labels, found } = context;
  const numbers = findNumbers(context);
  if (numbers.length === 0) return without(context, found.length);
  const bound = numbers.reduce(
    (best, { value }) => (side === 'max' ? Math.max(best, value) : Math.min(best, value)),
    numbers[0]?.value ?? 0,
  );
  const rows = numbers.filter(({ value }) => value === bound).map(({ row }) => row);
  const fact = numberFact(context, `${context.resource}: ${form.select}, ${side}`, bound);
  const items = describeRecords(context, rows);
  const field = labelOf(labels, form.select ?? '');
  const line = message(`ask.query.${side}`, {
    what: inPeriod(context, what, true),
    field,
    value: asText(fact),
  });
  const missing = without(context, found.length - numbers.length);
  return {
    facts: [fact, ...periodFacts(context, true), ...items.facts, ...missing.facts],
    lines: [line, ...items.lines, ...missing.lines],
  };
}

/** The last or first records, or one field of them. */
function extremeAnswer(context: AnswerContext, side: 'last' | 'first'): MeasureAnswer {
  const { form, found, view, zone, what } = context;
  const dated = found.filter((row) => readDay(row, view, zone) !== undefined);
  const sorted = dated.toSorted((a, b) => {
    const [left, right] = [String(a[view.date ?? '']), String(b[view.date ?? ''])];
    return side === 'last' ? right.localeCompare(left) : left.localeCompare(right);
  });
  const moments = [...new Set(sorted.map((row) => row[view.date ?? '']))];
  const moment = moments[form.offset ?? 0];
  const nearest = sorted.find((row) => row[view.date ?? ''] === moment);
  if (nearest === undefined) return noRecordsAnswer({ ...context, found: [] });
  const day = readDay(nearest, view, zone);
  // All records of the last day are the last ones.
  const rows =
    form.limit === undefined
      ? sorted.filter((row) => row[view.date ?? ''] === moment)
      : sorted.slice(form.offset ?? 0, (form.offset ?? 0) + form.limit);
  if (form.answerType === 'date' && day !== undefined) {
    const items = describeRecords(context, rows);
    const fact = wordFact(`${context.resource}: ${view.date}`, day, { asOf: day });
    return {
      facts: [fact, ...items.facts],
      lines: [message('ask.query.date', { what, day: { day } }), ...items.lines],
    };
  }
  return form.select === undefined
    ? describeRecords(context, rows)
    : values(context, rows, form.select);
}

/** One field of each record, with its day or name. */
function values(context: AnswerContext, rows: readonly QueryRow[], select: string): MeasureAnswer {
  const { what, labels } = context;
  const knownRows = rows.filter((row) => buildPart(context, row, select) !== undefined);
  const places = placesOf(context, knownRows, select);
  const known = knownRows.flatMap((row, index) => {
    const part = buildPart(context, row, select);
    if (part === undefined) return [];
    const own = shownValue(context, select, part.fact);
    return [{ part, place: places[index] ?? [], own }];
  });
  if (known.length === 0) return without(context, rows.length);
  const field = labelOf(labels, select);
  const lines = known.slice(0, MAX_ITEMS).map(({ own, place }) =>
    message('ask.query.value', {
      field,
      value: own,
      place: joined(place.map(({ text }) => text)),
      what,
    }),
  );
  const more = factOf('Not listed', known.length - MAX_ITEMS);
  return {
    facts: [
      ...known.flatMap(({ part, place }) => [part.fact, ...place.map(({ fact }) => fact)]),
      more,
    ],
    lines: [...lines, ...(more.value > 0 ? [message('ask.more', { count: asText(more) })] : [])],
  };
}

/** The records grouped by barn or person, the most or the fewest first. */
function answerGroups(context: AnswerContext, by: 'barn' | 'person'): MeasureAnswer {
  const { form, found, view, resource, nameOf } = context;
  const isSummed = by === 'person' && form.select !== undefined && form.select !== view.person;
  const groupKey = (row: QueryRow) =>
    by === 'barn' ? findBarn(row, view, context) : row[view.person ?? ''];
  const groups = new Map<string, readonly QueryRow[]>();
  for (const row of found) {
    const key = groupKey(row) ?? '';
    if (key !== '') groups.set(String(key), [...(groups.get(String(key)) ?? []), row]);
  }
  if (groups.size === 0) return noRecordsAnswer({ ...context, found: [] });
  const readAmount = (rows: readonly QueryRow[]) =>
    isSummed
      ? round(findNumbers({ ...context, found: rows }).reduce((sum, { value }) => sum + value, 0))
      : rows.length;
  const sorted = [...groups]
    .map(([key, rows]) => ({ key, rows, value: readAmount(rows) }))
    .sort((a, b) => (form.aggregate === 'min' ? a.value - b.value : b.value - a.value));
  const items = sorted.map(({ key, rows, value }) => {
    const place = nameOf.get(key) ?? key;
    const label = `${resource}: ${place}`;
    const source = { resource, query: { ...form, [by === 'barn' ? 'barnId' : 'person']: key } };
    if (!isSummed)
      return {
        facts: [factOf(label, value, { source })],
        line: message('ask.query.group', { place, count: value }),
      };
    const sum = { ...numberFact(context, label, value), source };
    const count = factOf(`${label}, records`, rows.length);
    return {
      facts: [sum, count],
      line: message('ask.query.groupValue', { place, value: asText(sum), count: asText(count) }),
    };
  });
  const head = isSummed ? combineLists(context, 'sum') : buildHead(context, 'ask.query.count');
  return {
    facts: [...items.flatMap(({ facts }) => facts), ...head.facts],
    lines: [...head.lines, ...items.slice(0, MAX_ITEMS).map(({ line }) => line)],
  };
}

/** Whole days: the figures of all flocks on a day are summed. */
function answerDays(context: AnswerContext): MeasureAnswer {
  const { form, found, labels, resource } = context;
  const { select = '' } = form;
  const sums = new Map<string, number>();
  for (const row of found) {
    const value = row[select];
    if (typeof value !== 'number') continue;
    const day = String(row['date']);
    sums.set(day, (sums.get(day) ?? 0) + value);
  }
  if (sums.size === 0) return noRecordsAnswer(context);
  const params = { field: inPeriod(context, labelOf(labels, select), true) };
  const compared = form.filters.find(isComparison);
  const facts = periodFacts(context, true);
  if (compared) {
    const limit = numberFact(context, `${resource}: ${select}, compared`, Number(compared.value));
    const days = [...sums.values()].filter((value) =>
      compared.op === '>' ? value > limit.value : value < limit.value,
    );
    const count = factOf(`${resource}: days`, days.length);
    const all = factOf(`${resource}: days logged`, sums.size);
    const side = compared.op === '>' ? 'above' : 'below';
    const shownCounts = { count: asText(count), all: asText(all), side, limit: asText(limit) };
    return {
      facts: [count, all, limit, ...facts],
      lines: [message('ask.query.days', { ...params, ...shownCounts })],
    };
  }
  const bound = form.aggregate === 'max' ? Math.max(...sums.values()) : Math.min(...sums.values());
  const days = [...sums].filter(([, value]) => value === bound).map(([day]) => day);
  const value = numberFact(context, `${resource}: ${select}, ${form.aggregate}`, bound);
  const dayFacts = days.map((day) => wordFact(`${resource}: date`, day, { asOf: day }));
  const lines = days.slice(0, MAX_ITEMS).map((day) =>
    message('ask.query.extremeDay', {
      ...params,
      side: form.aggregate,
      day: { day },
      value: asText(value),
    }),
  );
  return { facts: [value, ...dayFacts, ...facts], lines };
}
