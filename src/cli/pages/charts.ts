import { chartAnswers } from '../../model/answers/charts.ts';
import type { ChartName } from '../../model/charts.ts';
import { limits } from '../../model/core/limits.ts';
import { message } from '../../model/core/message.ts';
import { addDays } from '../../tools/calendar.ts';
import { CliError, usageError } from '../core/errors.ts';
import type { CommandContext } from '../session/context.ts';
import { isIdOf, resolveName } from '../session/resolve-name.ts';
import { onlyFarm, requireOnFarm } from '../session/row-id.ts';
import { type ChartSize, chartPage, pointsThatFit } from './chart-page.ts';
import { printPage, rowsUnder } from './core/print-page.ts';

/** Flags of `chart`, with dates already resolved. */
export interface ChartFlags {
  readonly from?: string;
  readonly to?: string;
  readonly days?: string;
  readonly width?: string;
  readonly height?: string;
}

const WIDTH = { usual: 80, least: 30, most: 500 } as const;
const HEIGHT = { usual: 10, least: 4, most: 60 } as const;

/** Maximum number of flocks of a barn that are read; includes the current ones. */
const NEWEST_FLOCKS = 100;

interface FlockRow {
  readonly id: string;
  readonly code?: string | null;
  readonly status: string;
}

/** `chart …`: a chart of a flock or barn; its rows are the points. */
export async function runChart(
  context: CommandContext,
  chart: ChartName,
  { typed, flags }: { readonly typed: string; readonly flags: ChartFlags },
): Promise<void> {
  const size = sizeOf(context, flags);
  const days = await daysOf(context, chart, flags);
  const id = await (chart === 'climate' ? findBarn(context, typed) : findFlock(context, typed));
  const isDrawn = await isForPeople(context);
  const answer: { readonly schema: (typeof chartAnswers)[ChartName]['schema'] } =
    chartAnswers[chart];
  await printPage(context, {
    path: `/os/charts/${chart}/${encodeURIComponent(id)}`,
    answer,
    // A drawn chart has one column per point; other formats get all points from the API.
    query: { ...days, ...(isDrawn ? { points: pointsThatFit(size) } : {}) },
    isSpoken: true,
    rows: () => rowsUnder(answer, 'points'),
    compose: (sent, context) => chartPage(sent, context, size),
  });
}

async function isForPeople(context: CommandContext): Promise<boolean> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  return fields === undefined && jq === undefined && (format === undefined || format === 'table');
}

function sizeOf({ io }: CommandContext, { width, height }: ChartFlags): ChartSize {
  const { isTerminal, columns } = io.stdout;
  const room = isTerminal ? Math.min(Math.max(columns, WIDTH.least), WIDTH.most) : WIDTH.usual;
  return {
    width: countOf('--width', width, WIDTH) ?? room,
    height: countOf('--height', height, HEIGHT) ?? HEIGHT.usual,
  };
}

function countOf(
  flag: string,
  typed: string | undefined,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  if (typed === undefined) return undefined;
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw usageError(
    message('fault.wholeNumberRange', { flag, least, most, typed: JSON.stringify(typed) }),
  );
}

async function daysOf(context: CommandContext, chart: ChartName, { from, to, days }: ChartFlags) {
  const maximum = chart === 'climate' ? limits.chartClimateDays : limits.chartDays;
  const count = countOf('--days', days, { least: 1, most: maximum });
  if (count === undefined) return { from, to };
  if (from !== undefined) throw usageError(message('fault.daysAndFrom'));
  if (to !== undefined) return { from: addDays(to, 1 - count), to };
  const { findFarmPresent } = await import('../input/server-present.ts');
  const { dayInZone } = await import('../../tools/calendar.ts');
  const { now, zone } = await findFarmPresent(context);
  const today = dayInZone(now, zone);
  return { from: addDays(today, 1 - count), to: today };
}

/** The flock with this code or ID, or the only flock in the named barn. */
async function findFlock(context: CommandContext, typed: string): Promise<string> {
  if (isIdOf('flocks', typed)) return ownId(context, 'flocks', typed);
  const farmId = await onlyFarm(context);
  const client = await context.client();
  const isBarn = isIdOf('barns', typed);
  const flockId = isBarn
    ? undefined
    : await orUndefined(resolveName(client, 'flocks', { typed, farmId }));
  if (flockId !== undefined) return flockId;
  const barnId = await barnOrNothing(context, typed);
  if (barnId === undefined) return resolveName(client, 'flocks', { typed, farmId });
  const fields = 'id,code,status';
  const query = {
    barnId,
    fields,
    order: 'placementDate',
    dir: 'desc',
    limit: NEWEST_FLOCKS,
  } as const;
  const { data } = await client.list('flocks', query);
  const [flock, ...others] = (data as readonly FlockRow[]).filter(
    ({ status }) => status === 'active' || status === 'selling',
  );
  if (flock && others.length === 0) return flock.id;
  const codes = [flock, ...others].map((row) => row?.code ?? row?.id).join(', ');
  throw flock
    ? usageError(message('fault.severalFlocks', { typed: JSON.stringify(typed), codes }), {
        hint: message('hint.nameOneOfThem'),
      })
    : new CliError('notFound', message('fault.noFlock', { typed: JSON.stringify(typed) }), {
        hint: message('hint.listFlocks'),
      });
}

/** The barn with this name or ID, or the barn of the named flock. */
async function findBarn(context: CommandContext, typed: string): Promise<string> {
  const barnId = await barnOrNothing(context, typed);
  if (barnId !== undefined) return barnId;
  const client = await context.client();
  const farmId = await onlyFarm(context);
  const flockId = isIdOf('flocks', typed)
    ? typed
    : await orUndefined(resolveName(client, 'flocks', { typed, farmId }));
  if (flockId === undefined) return resolveName(client, 'barns', { typed, farmId });
  const flock: object = await client.get('flocks', flockId);
  return String('barnId' in flock ? flock.barnId : '');
}

async function barnOrNothing(context: CommandContext, typed: string): Promise<string | undefined> {
  if (isIdOf('barns', typed)) return ownId(context, 'barns', typed);
  if (isIdOf('flocks', typed)) return undefined;
  const farmId = await onlyFarm(context);
  return orUndefined(resolveName(await context.client(), 'barns', { typed, farmId }));
}

async function ownId(
  context: CommandContext,
  resource: 'flocks' | 'barns',
  id: string,
): Promise<string> {
  await requireOnFarm(context, resource, id);
  return id;
}

/** Undefined if the name does not exist. */
async function orUndefined(resolving: Promise<string>): Promise<string | undefined> {
  try {
    return await resolving;
  } catch (error) {
    if (error instanceof CliError && error.outcome === 'notFound') return undefined;
    throw error;
  }
}
