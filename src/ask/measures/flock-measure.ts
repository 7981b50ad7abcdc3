import type { FarmSnapshot, SnapshotPart } from '../../farming/core/farm-snapshot.ts';
import { type FigureKind, figure } from '../../farming/core/figure.ts';
import type { FlockRecord } from '../../farming/core/flock-record.ts';
import type { BirdKind } from '../../farming/standards/breed-lookup.ts';
import { message } from '../../model/core/message.ts';
import { addDays } from '../../tools/calendar.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion, Period } from '../measure.ts';
import { type FactFrame, factOf, type NumberFact } from './fact-of.ts';
import {
  type AskedRow,
  answerOfRows,
  emptyRows,
  type KnownRow,
  type Together,
  unknownRow,
} from './rows.ts';
import {
  FLOCK_PARTS,
  type FlockPart,
  flocksInScope,
  lastInEmptyBarns,
  type PlacedFlock,
} from './scope.ts';

/** A flock in a question. */
export interface AskedFlock extends PlacedFlock {
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
  readonly tellsLimit?: true;
  /** Whether it still applies to the last flock of an empty barn. */
  readonly ofGone?: (
    record: FlockRecord,
    snapshot: FarmSnapshot<FlockPart> & FarmSnapshot<P>,
  ) => boolean;
  /** Whether a flock has a value to report in a period; those without are left out. */
  readonly isDueIn?: (record: FlockRecord, period: Period) => boolean;
  readonly rowOf: (
    asked: AskedFlock,
    snapshot: FarmSnapshot<FlockPart> & FarmSnapshot<P>,
  ) => AskedRow;
  /** All flocks combined, where their figures add up. */
  readonly together?: (
    rows: readonly KnownRow[],
    snapshot: FarmSnapshot<FlockPart> & FarmSnapshot<P>,
    question: MeasureQuestion,
  ) => Together;
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
    return [unknownRow('', [{ code, message: message('ask.noHens') }])];
  return flocks.map(({ place }) =>
    unknownRow(place, [{ code, message: message('ask.noHensIn', { place }) }]),
  );
}

/** A measure that answers for each flock in its scope, and reports barns without one. */
export function flockMeasure<P extends SnapshotPart = never>({
  parts,
  perBarn,
  kind,
  tellsLimit,
  ofGone,
  isDueIn,
  rowOf,
  together,
  ...definition
}: FlockMeasure<P>): BuiltMeasure<P> {
  return {
    ...definition,
    per: 'flock',
    parts: [...new Set([...FLOCK_PARTS, ...parts])],
    compute: (snapshot, question) => {
      const gone = lastInEmptyBarns(snapshot, question).filter(({ record }) =>
        ofGone?.(record, snapshot),
      );
      const all = [...flocksInScope(snapshot, question), ...gone];
      const ofKind = all.filter(({ record }) => kind === undefined || record.kind === kind);
      const known = isDueIn ? dueFlocks(ofKind, question, isDueIn) : ofKind;
      const meant = perBarn ? onePerBarn(known) : known;
      const rows = meant.map((flock) => {
        const asked = inDays(question, flock);
        if ((question.ages || isDueIn) && isBeforePlacement(asked, flock))
          return notPlacedRow(flock);
        return rowOf({ ...flock, question: asked, fact: factMaker(flock) }, snapshot);
      });
      const isNone = all.length > 0 && meant.length === 0;
      const otherBirds = isNone ? withoutHens(all, question) : [];
      return answerOfRows([...rows, ...otherBirds, ...emptyRows(snapshot, question, all)], {
        aggregation: question.aggregation,
        ...(question.limit && !question.counting && !tellsLimit ? { limit: question.limit } : {}),
        ...(question.rank ? { rank: question.rank } : {}),
        ...(together ? { together: (known) => together(known, snapshot, question) } : {}),
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
  { period, ages, scope }: MeasureQuestion,
  isDue: (record: FlockRecord, period: Period) => boolean,
): readonly PlacedFlock[] {
  if (!period || ages || scope.barnIds || scope.flockIds) return flocks;
  const due = flocks.filter(({ record }) => isDue(record, period));
  return due.length > 0 ? due : flocks;
}

/** Converts days of life to the calendar days of a flock. */
function inDays({ ages, ...question }: MeasureQuestion, { record }: PlacedFlock): MeasureQuestion {
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
  return unknownRow(place, [
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

function factMaker({ record, place }: PlacedFlock): AskedFlock['fact'] {
  return (what, value, { as, ...frame }) => {
    const rounded = figure(as, value);
    if (rounded === null) return null;
    const source = { resource: 'flocks', ids: [record.flock.id] } as const;
    return factOf(`${what}, ${place}`, rounded, { asOf: record.lastDay, source, ...frame });
  };
}
