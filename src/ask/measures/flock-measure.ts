import type { FarmSnapshot, SnapshotPart } from '../../farming/core/farm-snapshot.ts';
import { type FigureKind, figure } from '../../farming/core/figure.ts';
import { deathDaysOf } from '../../farming/core/flock-days.ts';
import type { FlockRecord } from '../../farming/core/flock-record.ts';
import { birdsInsideOn } from '../../farming/performance/performance.ts';
import type { BirdKind } from '../../farming/standards/breed-lookup.ts';
import { message } from '../../model/core/message.ts';
import { addDays } from '../../tools/calendar.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion, Period } from '../measure.ts';
import { asText, type FactFrame, factOf, type NumberFact } from './fact-of.ts';
import {
  answerRows,
  emptyRows,
  type MeasureRow,
  missingRow,
  type RowsAnswer,
  type ValueRow,
} from './rows.ts';
import {
  FLOCK_PARTS,
  type FlockPart,
  flocksInScope,
  lastInEmptyBarns,
  type PlacedFlock,
} from './scope.ts';

/** A flock in a question. */
export interface QuestionFlock extends PlacedFlock {
  readonly question: MeasureQuestion;
  /** A figure of the flock as a fact, rounded as in all answers; null without a value. */
  readonly fact: (
    what: string,
    value: number | null | undefined,
    frame: FactFrame & { readonly as: FigureKind },
  ) => NumberFact | null;
}

/** A measure of each single flock. */
export interface FlockMeasure<P extends SnapshotPart>
  extends Omit<MeasureDefinition, 'parts' | 'per' | 'compute'> {
  /** In addition to those of the flocks. */
  readonly parts: readonly P[];
  /** Answers once per barn, for figures shared by all flocks in it. */
  readonly perBarn?: boolean;
  /** The applicable bird kind; all where absent. */
  readonly kind?: BirdKind;
  /** Whether each row reports the limit, instead of being selected by it. */
  readonly reportsLimit?: true;
  /** Whether it still applies to the last flock of an empty barn. */
  readonly appliesToClosed?: (
    record: FlockRecord,
    snapshot: FarmSnapshot<FlockPart> & FarmSnapshot<P>,
  ) => boolean;
  /** Whether a flock has a value to report in a period; those without are left out. */
  readonly isDueIn?: (record: FlockRecord, period: Period) => boolean;
  readonly rowOf: (
    flock: QuestionFlock,
    snapshot: FarmSnapshot<FlockPart> & FarmSnapshot<P>,
  ) => MeasureRow;
  /** All flocks combined, where their figures add up. */
  readonly combine?: (
    rows: readonly ValueRow[],
    snapshot: FarmSnapshot<FlockPart> & FarmSnapshot<P>,
    question: MeasureQuestion,
  ) => RowsAnswer;
}

/** A measure composed of the answers for each flock. */
export interface BuiltMeasure<P extends SnapshotPart>
  extends Omit<MeasureDefinition, 'parts' | 'compute'> {
  readonly parts: readonly (FlockPart | P)[];
  readonly compute: (
    snapshot: FarmSnapshot<FlockPart> & FarmSnapshot<P>,
    question: MeasureQuestion,
  ) => MeasureAnswer;
}

/** Rows for places whose flocks are of another kind; other barns of the farm may have hens. */
function withoutHens(flocks: readonly PlacedFlock[], { scope }: MeasureQuestion) {
  const code = 'no_hens';
  if (scope.barnIds === undefined && scope.flockIds === undefined)
    return [missingRow('', [{ code, message: message('ask.noHens') }])];
  return flocks.map(({ place }) =>
    missingRow(place, [{ code, message: message('ask.noHensIn', { place }) }]),
  );
}

/** A measure that answers for each flock in its scope, and reports barns without one. */
export function flockMeasure<P extends SnapshotPart = never>({
  parts,
  perBarn,
  kind,
  reportsLimit,
  appliesToClosed,
  isDueIn,
  rowOf,
  combine,
  ...definition
}: FlockMeasure<P>): BuiltMeasure<P> {
  return {
    ...definition,
    per: 'flock',
    parts: [...new Set([...FLOCK_PARTS, ...parts])],
    compute: (snapshot, question) => {
      const gone = lastInEmptyBarns(snapshot, question).filter(({ record }) =>
        appliesToClosed?.(record, snapshot),
      );
      const all = [...flocksInScope(snapshot, question), ...gone];
      const ofKind = all.filter(({ record }) => kind === undefined || record.kind === kind);
      const matching = isDueIn ? dueFlocks(ofKind, question, isDueIn) : ofKind;
      const selected = perBarn ? onePerBarn(matching) : matching;
      const rows = selected.map((flock) => {
        const measureQuestion = limitToDays(question, flock);
        if ((question.ages || isDueIn) && isBeforePlacement(measureQuestion, flock))
          return notPlacedRow(flock);
        return rowOf({ ...flock, question: measureQuestion, fact: factMaker(flock) }, snapshot);
      });
      const isNone = all.length > 0 && selected.length === 0;
      const otherBirds = isNone ? withoutHens(all, question) : [];
      return answerRows([...rows, ...otherBirds, ...emptyRows(snapshot, question, all)], {
        aggregation: question.aggregation,
        ...(question.limit && !question.counting && !reportsLimit ? { limit: question.limit } : {}),
        ...(question.rank ? { rank: question.rank } : {}),
        ...(combine ? { combine: (valueRows) => combine(valueRows, snapshot, question) } : {}),
      });
    },
  };
}

/**
 * The flocks with a value to report in the period of a question; all of them where none has one,
 * and where barns or flocks are named.
 */
function dueFlocks(
  flocks: readonly PlacedFlock[],
  { period, versus = period, ages, scope }: MeasureQuestion,
  isDue: (record: FlockRecord, period: Period) => boolean,
): readonly PlacedFlock[] {
  if (!period || !versus || ages || scope.barnIds || scope.flockIds) return flocks;
  const due = flocks.filter(({ record }) => isDue(record, period) || isDue(record, versus));
  return due.length > 0 ? due : flocks;
}

/** Converts days of life to the calendar days of a flock. */
function limitToDays(
  { ages, ...question }: MeasureQuestion,
  { record }: PlacedFlock,
): MeasureQuestion {
  if (ages === undefined) return question;
  const { placementDate, arrivalAgeDays } = record.flock;
  const hatched = addDays(placementDate, -(arrivalAgeDays ?? 0));
  const period = { from: addDays(hatched, ages.from), to: addDays(hatched, ages.to) };
  return { ...question, period };
}

function isBeforePlacement({ period }: MeasureQuestion, { record }: PlacedFlock): boolean {
  return period !== undefined && period.to < record.flock.placementDate;
}

/** Pullets are placed weeks after they hatch: their first week was spent elsewhere. */
function notPlacedRow({ record, place }: PlacedFlock) {
  const day = { day: record.flock.placementDate };
  return missingRow(place, [
    { code: 'not_placed_then', message: message('ask.notPlacedThen', { place, day }) },
  ]);
}

/** The most recently placed flock of each barn, under the name of the barn. */
function onePerBarn(flocks: readonly PlacedFlock[]): readonly PlacedFlock[] {
  const byBarn = new Map(flocks.map((flock) => [flock.record.flock.barnId, flock]));
  return [...byBarn.values()].map(({ record, place }) => ({
    record,
    place: record.barn?.name ?? place,
  }));
}

function factMaker({ record, place }: PlacedFlock): QuestionFlock['fact'] {
  return (what, value, { as, ...frame }) => {
    const rounded = figure(as, value);
    if (rounded === null) return null;
    const source = { resource: 'flocks', ids: [record.flock.id] } as const;
    return factOf(`${what}, ${place}`, rounded, { asOf: record.lastDay, source, ...frame });
  };
}

/** Birds alive in the evening of a day, according to the records up to then. */
export function liveThen(
  record: FlockRecord,
  {
    place,
    fact,
    day,
    today,
  }: Pick<QuestionFlock, 'place' | 'fact'> & { readonly day: string; readonly today: string },
): MeasureRow {
  const isKnown = record.flock.placementDate <= day && day <= today;
  const count = isKnown ? birdsInsideOn(record, day) : null;
  const live = fact(`Live birds, ${day}`, count, { as: 'birds', unit: 'birds', asOf: day });
  if (!live) {
    const reason = message('ask.noFlockThen');
    return missingRow(place, [
      { code: 'no_flock_then', message: reason, flockId: record.flock.id },
    ]);
  }
  const isAtMost = live.value > 0 && deathDaysOf(record, { until: day }).unlogged > 0;
  const bound = findBound([{ isAtMost }]);
  const params = { place, count: live.value, value: asText(live), day: { day }, ...bound };
  const lines = [message('ask.liveBirdsOn', params)];
  return { place, value: live.value, facts: [live], lines, isAtMost };
}

/** Whether a number of live birds is an upper bound because deaths are not logged on every day. */
export function findBound(rows: readonly Pick<ValueRow, 'isAtMost'>[]) {
  return { bound: rows.some(({ isAtMost }) => isAtMost === true) ? 'most' : 'exact' } as const;
}
