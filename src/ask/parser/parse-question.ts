import type { QueryForm } from '../../model/answers/query-form.ts';
import type { ReadSentence, SentenceContext } from '../grammar/read-sentence.ts';
import { type View, type ViewName, views } from '../query/views.ts';
import { countWork } from '../text/work-limit.ts';
import { type Edge, type Lattice, readLattice } from './chart.ts';
import { completeForm } from './complete-form.ts';
import { addToken, EMPTY_FORM, type Partial } from './partial-form.ts';

/** A question in which every word has a slot. */
interface ParsedQuestion {
  readonly view: ViewName;
  readonly form: QueryForm;
  /** A name in the question that the caller does not have. */
  readonly unknownName?: Partial['unknownName'];
}

/** A question with more partial forms than this at one position is too ambiguous. */
const MAX_PARTIALS = 24;

/**
 * The form of a question in which every content word fills exactly one slot of one view; undefined
 * where a word is unknown or has no slot, and where two forms are equally good.
 */
export function parseQuestion(
  sentence: ReadSentence,
  context: SentenceContext,
  isBroad = false,
  isOpen = false,
): ParsedQuestion | undefined {
  const lattice = readLattice(sentence, context, { isBroad, isOpen });
  if (lattice === undefined) return undefined;
  const { today } = context.calendar;
  return onlyBest(
    namedViews(lattice, { isBroad, isOpen }).flatMap((name) => parseAs(name, { lattice, today })),
  );
}

/** The form of a sentence that continues a question about a view. */
export function parseContinued(
  sentence: ReadSentence,
  context: SentenceContext,
  { view, initial }: { readonly view: ViewName; readonly initial: Partial },
): ParsedQuestion | undefined {
  const lattice = readLattice(sentence, context, { isBroad: true, isContinued: true });
  if (lattice === undefined) return undefined;
  const found = parseAs(view, { lattice, today: context.calendar.today, symbols: initial });
  return onlyBest(found) ?? wholeRecord(found);
}

/**
 * Where several fields of one record are possible ("how much?"), the answer is the whole record.
 */
function wholeRecord(found: readonly FoundForm[]): ParsedQuestion | undefined {
  const forms = new Set(
    found.map(({ parsed: { form } }) => {
      const { select: _, answerType: __, ...rest } = form;
      return JSON.stringify(rest);
    }),
  );
  const [first] = found;
  const isOfOne = ['last', 'first'].includes(first?.parsed.form.aggregate ?? '');
  if (first === undefined || forms.size > 1 || !isOfOne) return undefined;
  const { select: _, ...form } = first.parsed.form;
  return { ...first.parsed, form: { ...form, answerType: 'list' } };
}

/** The only best form, if there is one. */
function onlyBest(found: readonly FoundForm[]): ParsedQuestion | undefined {
  const least = Math.min(...found.map(({ cost }) => cost));
  const best = found.filter(({ cost }) => cost === least).map(({ parsed }) => parsed);
  const distinct = [...new Map(best.map((parsed) => [JSON.stringify(parsed), parsed])).values()];
  const plain = distinct.filter(({ form }) => form.also === undefined);
  const likely = plain.length > 0 ? plain : distinct;
  const exact = likely.filter((one) => !likely.some((other) => isNarrower(other, one)));
  return exact.length === 1 ? exact[0] : preferSpecificForm(exact);
}

/** Of a list and another possible answer, the other is chosen: "were there power cuts". */
function preferSpecificForm(found: readonly ParsedQuestion[]): ParsedQuestion | undefined {
  const existsForms = found.filter(({ form }) => form.aggregate === 'exists');
  const withoutResult = ({
    view,
    form: { aggregate: _, answerType: __, ...form },
  }: ParsedQuestion) => JSON.stringify({ view, form });
  const [first] = existsForms;
  const isOne = existsForms.length === 1 && new Set(found.map(withoutResult)).size === 1;
  if (isOne && found.every(({ form }) => ['exists', 'list'].includes(form.aggregate))) return first;
  // "Feed delivered this month" is an amount.
  const [sum, ...others] = found.filter(({ form }) => form.aggregate === 'sum');
  const isAmount = found.every(
    ({ view, form }) => view === 'deliveries' && form.groupBy === undefined,
  );
  return isAmount && others.length === 0 ? sum : undefined;
}

/**
 * Whether a form equals another with more filters: "vaccine" next to "given" may be redundant or a
 * kind.
 */
function isNarrower(one: ParsedQuestion, other: ParsedQuestion): boolean {
  const withoutFilters = ({ form, ...rest }: ParsedQuestion) =>
    JSON.stringify({ ...rest, form: { ...form, filters: [] } });
  const ownFilters = new Set(one.form.filters.map((filter) => JSON.stringify(filter)));
  const { filters } = other.form;
  const isWithin = filters.every((filter) => ownFilters.has(JSON.stringify(filter)));
  return (
    ownFilters.size > filters.length && isWithin && withoutFilters(one) === withoutFilters(other)
  );
}

/** The views that the words of the question may name. */
function namedViews(
  lattice: Lattice,
  { isBroad, isOpen }: { readonly isBroad: boolean; readonly isOpen: boolean },
): readonly ViewName[] {
  const symbols = new Set(
    lattice.flat().flatMap(({ token }) => (token?.kind === 'symbol' ? [token.symbol] : [])),
  );
  const hasWord = lattice.flat().some(({ token }) => token?.kind === 'word');
  const hasTopic = lattice.flat().some(({ token }) => token?.kind === 'topic');
  const fields = new Set(
    lattice.flat().flatMap(({ token }) => (token?.kind === 'field' ? [token.field as string] : [])),
  );
  const hasRecord = lattice.flat().some(({ token }) => token?.kind === 'record');
  const names = Object.keys(views) as ViewName[];
  return names.filter((name) => {
    const view: View = views[name];
    const { named, anchors = [], about } = view;
    if ((view.isBroad && !isBroad) || (view.isOpen && !isOpen)) return false;
    if (isNamedByWord(view, { hasWord, hasRecord, fields, isOpen })) return true;
    const isDay = name === 'days' && symbols.has('ask.when');
    const isPriced = symbols.has('agg.cheapest') || symbols.has('agg.dearest');
    return (
      isDay ||
      (name === 'deliveries' && (isPriced || symbols.has('ask.who')) && symbols.has('feed')) ||
      (about && hasTopic) ||
      [...Object.keys(named), ...anchors].some((symbol) => symbols.has(symbol as never))
    );
  });
}

/** Whether a value of a closed list, or the name of a field, implies a view. */
function isNamedByWord(
  { namedByWord, fieldNames }: View,
  {
    hasWord,
    hasRecord,
    fields,
    isOpen,
  }: Readonly<Record<'hasWord' | 'hasRecord' | 'isOpen', boolean>> & {
    readonly fields: ReadonlySet<string>;
  },
): boolean {
  const isByWord = namedByWord === true || (namedByWord === 'open' && isOpen);
  if (isByWord && (hasWord || (fields.size > 0 && hasRecord))) return true;
  return fieldNames?.some((field) => fields.has(field)) ?? false;
}

interface FoundForm {
  readonly cost: number;
  readonly parsed: ParsedQuestion;
}

interface Reading {
  readonly lattice: Lattice;
  readonly today: string;
  /** The previous part of the conversation. */
  readonly symbols?: Partial;
}

function parseAs(
  name: ViewName,
  { lattice, today, symbols: initial }: Reading,
): readonly FoundForm[] {
  const view: View = views[name];
  return fillCells(lattice, view, initial).flatMap((partial) => {
    const form = completeForm(partial, view, today);
    const { cost, unknownName } = partial;
    return form
      ? [
          {
            cost,
            parsed: { view: name, form, ...(unknownName ? { unknownName: unknownName } : {}) },
          },
        ]
      : [];
  });
}

/**
 * The partial forms that account for the whole question; each cell holds those up to its position.
 */
function fillCells(lattice: Lattice, view: View, initial = EMPTY_FORM): readonly Partial[] {
  const cells = Array.from({ length: lattice.length + 1 }, () => new Map<string, Partial>());
  cells[0]?.set('', initial);
  for (const [index, edges] of lattice.entries()) {
    const partials = [...(cells[index]?.values() ?? [])];
    for (const edge of edges) {
      countWork(partials.length);
      const grown = partials.flatMap((partial) => extend(partial, edge, view));
      for (const partial of grown) keepCheapest(cells[edge.to], partial);
    }
  }
  return [...(cells[lattice.length]?.values() ?? [])];
}

function extend(partial: Partial, { token, cost }: Edge, view: View): readonly Partial[] {
  if (token === undefined) return [partial];
  return addToken(partial, token, view).map((grown) => ({ ...grown, cost: partial.cost + cost }));
}

/** Of equal partial forms, the one with the fewest stretches is stored. */
function keepCheapest(cell: Map<string, Partial> | undefined, partial: Partial): void {
  const { cost, ...slots } = partial;
  const key = JSON.stringify(slots);
  const known = cell?.get(key);
  const isBetter = known ? known.cost > cost : (cell?.size ?? 0) < MAX_PARTIALS;
  if (isBetter) cell?.set(key, partial);
}
