import type { Field } from '../../../model/core/fields.ts';
import { birdFigures, dailyLogs } from '../../../model/resources/daily-logs.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { parseNumber } from '../../fields/draft.ts';
import type { OutboxCall, OutboxDraft, OutboxPhoto, SentRecord } from '../../offline/outbox.ts';

/** The requested numbers of a daily log, in display order. */
const LOG_FIELDS = [...birdFigures, 'eggsBroken', 'tempMin', 'tempMax'] as const;

export type LogField = (typeof LOG_FIELDS)[number];

const EGG_FIELDS: readonly LogField[] = ['eggs', 'eggsBroken'];

/** The texts in the form of a flock, as typed; a field without an entry is unchanged. */
export type LogDraft = Readonly<Partial<Record<LogField | 'notes', string>>>;

/** The fault of a typed value. */
export type LogFault =
  | { readonly kind: 'number' }
  | { readonly kind: 'range'; min: number; max: number };

/** The fields for a flock; those of eggs only with hens. */
export function fieldsFor(hasHens: boolean): readonly LogField[] {
  return hasHens ? LOG_FIELDS : LOG_FIELDS.filter((field) => !EGG_FIELDS.includes(field));
}

/** Fields that most farms do not measure by hand; they follow the others, folded. */
const RARE_FIELDS: readonly LogField[] = ['tempMin', 'tempMax'];

/** Whether a field is in the folded part of the form. */
export function isRare(field: LogField): boolean {
  return RARE_FIELDS.includes(field);
}

/** The fault of a typed value, according to the definition of its field. */
export function findFault(field: LogField, typed: string): LogFault | undefined {
  const value = parseNumber(typed);
  if (value === null) return undefined;
  const definition: Field = dailyLogs.fields[field];
  const isWhole = definition.type === 'integer';
  if (value === undefined || (isWhole && !Number.isInteger(value))) return { kind: 'number' };
  if (definition.type !== 'integer' && definition.type !== 'number') return undefined;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = definition;
  return value < min || value > max ? { kind: 'range', min, max } : undefined;
}

/** Fields that differ much from the day before, usually because of an extra or missing digit. */
export function unusual(
  draft: LogDraft,
  yesterday: Row<'daily-logs'> | undefined,
): readonly LogField[] {
  return LOG_FIELDS.filter((field) => {
    const [value, before] = [parseNumber(draft[field] ?? ''), yesterday?.[field] ?? null];
    if (typeof value !== 'number') return false;
    const limit = UNUSUAL[field];
    if (limit === undefined || before === null || before <= 0) return false;
    const isMuch = value > before * limit.max && value > limit.from;
    return isMuch || (limit.min !== undefined && value < before * limit.min);
  });
}

/**
 * Multiples of the previous day's value above which the user is asked; below `from`, small numbers
 * may vary more.
 */
const UNUSUAL: Readonly<
  Partial<Record<LogField, { readonly max: number; readonly min?: number; readonly from: number }>>
> = {
  mortality: { max: 5, from: 50 },
  culls: { max: 5, from: 50 },
  feedKg: { max: 2.5, min: 0.25, from: 0 },
  waterL: { max: 2.5, min: 0.25, from: 0 },
  avgWeightGr: { max: 1.4, min: 0.75, from: 0 },
  eggs: { max: 2, min: 0.4, from: 100 },
};

/** Whether a draft would change anything. */
export function isChanged(draft: LogDraft, log: Row<'daily-logs'> | undefined): boolean {
  return Object.keys(findChanges(draft, log)).length > 0;
}

/** The write of a draft: a new log, or a change of the existing one of that day. */
export function logWrite(
  draft: LogDraft,
  of: {
    readonly flockId: string;
    readonly date: string;
    readonly log: Row<'daily-logs'> | undefined;
    readonly title: string;
    readonly isStrict: boolean;
    readonly photo?: Blob | undefined;
  },
): OutboxDraft {
  const { flockId, date, log, title, isStrict, photo } = of;
  const body = findChanges(draft, log);
  const attached = photo ? { photo: findPhoto(photo, { flockId, title }) } : {};
  const call: OutboxCall = log
    ? {
        method: 'PATCH',
        path: `/daily-logs/${log.id}`,
        body,
        version: log.version,
        isStrict,
        ...attached,
      }
    : {
        method: 'POST',
        path: '/daily-logs',
        body: { flockId, date, ...body },
        isStrict,
        ...attached,
      };
  return { lane: logLane(flockId, date), title, call };
}

/** The log after the own last write, until the log that was read includes it. */
export function newest(
  log: Row<'daily-logs'> | undefined,
  sent: SentRecord | undefined,
): Row<'daily-logs'> | undefined {
  const isNewer = sent !== undefined && sent.version > (log?.version ?? 0);
  return isNewer ? (sent as unknown as Row<'daily-logs'>) : log;
}

/** A photo as the media item linked to the log. */
function findPhoto(
  content: Blob,
  { flockId, title }: { readonly flockId: string; readonly title: string },
): OutboxPhoto {
  const media = { flockId, name: title, kind: 'image', source: 'upload', category: 'flock' };
  return { content, media };
}

/** Writes of the same log are sent one after another. */
export function logLane(flockId: string, date: string): string {
  return `daily-logs ${flockId} ${date}`;
}

/** The typed values that differ from the stored ones; a cleared value becomes unknown. */
function findChanges(draft: LogDraft, log: Row<'daily-logs'> | undefined) {
  const changes: Record<string, number | string | null> = {};
  for (const field of LOG_FIELDS) {
    const typed = draft[field];
    const value = typed === undefined ? undefined : parseNumber(typed);
    if (value !== undefined && value !== (log?.[field] ?? null)) changes[field] = value;
  }
  const notes = draft.notes?.trim();
  if (notes !== undefined && notes !== (log?.notes ?? '')) changes['notes'] = notes || null;
  return changes;
}
