import {
  type ChartName,
  type ChartUnit,
  chartSeries,
  type SeriesName,
} from '../../model/charts.ts';
import type { Field } from '../../model/core/fields.ts';
import { type Message, message } from '../../model/core/message.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import { mean } from '../../tools/statistics.ts';
import type { FarmFrame } from '../core/farm-snapshot.ts';
import { type FigureKind, figure } from '../core/figure.ts';
import type { DataStatus, MissingData } from '../core/section.ts';

/** The values of one day or hour by the names of the series; null where unknown. */
export type ChartValues<C extends ChartName> = Readonly<Record<SeriesName<C>, number | null>>;

/** A day or an hour of a chart. */
export interface ChartMoment<C extends ChartName> {
  readonly values: ChartValues<C>;
}

/** Several days or hours of a chart that make one point. */
export interface ChartGroup<C extends ChartName, M extends ChartMoment<C>> {
  readonly moments: readonly M[];
  /** The moment that the newest values belong to, else the last one. */
  readonly newest: M;
  /** Rounded as answers give them. */
  readonly values: ChartValues<C>;
}

/** Where a chart is of, and which days it covers. */
export interface ChartPlace {
  readonly frame: FarmFrame;
  readonly barnId: string;
  /** What people call the flock or barn. */
  readonly name: string;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

const KINDS: Readonly<Record<ChartUnit, FigureKind>> = {
  g: 'grams',
  kg: 'kg',
  L: 'litres',
  'L/kg': 'ratio',
  // Means of several days have decimals.
  birds: 'pct',
  eggs: 'pct',
  '%': 'pct',
  '°C': 'celsius',
  ppm: 'time',
};

/** How many moments make one point, so that there are at most so many points. */
export function stepFor(moments: number, points: number): number {
  return Math.max(1, Math.ceil(moments / points));
}

/** The points of a chart: each of `step` moments, the last one of what remains. */
export function groupMoments<C extends ChartName, M extends ChartMoment<C>>(
  chart: C,
  moments: readonly M[],
  step: number,
): readonly ChartGroup<C, M>[] {
  const names = Object.keys(chartSeries[chart]) as SeriesName<C>[];
  const first = names[0];
  return Array.from({ length: Math.ceil(moments.length / step) }, (_, index) => {
    const own = moments.slice(index * step, (index + 1) * step);
    const known = own.findLast(({ values }) => first !== undefined && values[first] !== null);
    const values = Object.fromEntries(names.map((name) => [name, sampleOf(chart, name, own)]));
    return {
      moments: own,
      newest: known ?? (own.at(-1) as M),
      values: values as ChartValues<C>,
    };
  });
}

/** The value of a series over several moments. */
function sampleOf<C extends ChartName>(
  chart: C,
  name: SeriesName<C>,
  moments: readonly ChartMoment<C>[],
): number | null {
  const series = chartSeries[chart];
  const { sampling = 'mean', panel = '', unit = '%' } = series[name] ?? {};
  // What is drawn together is of the same days: the standard of days that were measured.
  const anchor = Object.keys(series).find((other) => series[other]?.panel === panel) ?? name;
  const measured = moments.filter(({ values }) => values[anchor as SeriesName<C>] !== null);
  const used = measured.length > 0 ? measured : moments;
  const own = used.map(({ values }) => possible(name, values[name]));
  const last = own.at(-1) ?? null;
  const values = own.filter((value) => value !== null);
  if (sampling === 'newest') return figure(KINDS[unit], last);
  if (values.length === 0) return null;
  if (sampling === 'lowest') return figure(KINDS[unit], Math.min(...values));
  if (sampling === 'highest') return figure(KINDS[unit], Math.max(...values));
  return figure(KINDS[unit], mean(values));
}

const FIELDS: Readonly<Record<string, Field>> = { ...flocks.fields, ...dailyLogs.fields };

/** Null for what the field of that name cannot hold: it comes from records that contradict each other. */
function possible(name: string, value: number | null): number | null {
  const field = FIELDS[name];
  if (value === null || field?.type !== 'number') return value;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
  return value >= min && value <= max ? value : null;
}

/** What every chart says besides its points. */
export function chartHead<C extends ChartName>(
  chart: C,
  place: ChartPlace,
  found: {
    readonly moments: readonly ChartMoment<C>[];
    readonly step: number;
    readonly missing: readonly MissingData[];
  },
) {
  const { frame, barnId, name, from, to } = place;
  const series = Object.entries(chartSeries[chart]);
  const panels = new Map(series.toReversed().map(([, { panel, unit }]) => [panel, unit]));
  return {
    chart,
    title: message<string>(`chart.title.${chart}`, { name }),
    farmId: frame.farm.id,
    barnId,
    timezone: frame.zone,
    asOf: formatInstant(frame.now),
    from,
    to,
    status: statusOf(chart, found),
    missing: found.missing,
    sampling: {
      unit: chart === 'climate' ? ('hour' as const) : ('day' as const),
      step: found.step,
      of: found.moments.length,
    },
    panels: [...panels].toReversed().map(([panel]) => ({
      name: panel,
      label: message(`chart.panel.${panel}`),
      unit: series.find(([, one]) => one.panel === panel)?.[1].unit ?? '',
    })),
    series: series.map(([own, { panel, unit, role, sampling }]) => {
      return { name: own, label: labelOf(own, role), panel, unit, role, sampling };
    }),
  };
}

/** Figures have names of their own, what is drawn that of its role. */
function labelOf(name: string, role: string): Message {
  return message(role === 'figure' ? `chart.series.${name}` : `chart.role.${role}`);
}

function statusOf<C extends ChartName>(
  chart: C,
  found: {
    readonly moments: readonly ChartMoment<C>[];
    readonly missing: readonly MissingData[];
  },
): DataStatus {
  const measured = Object.entries(chartSeries[chart])
    .filter(([, { role }]) => role === 'measured')
    .map(([name]) => name as SeriesName<C>);
  const isKnown = found.moments.some(({ values }) =>
    measured.some((name) => values[name] !== null),
  );
  if (!isKnown) return 'not_enough_data';
  return found.missing.length > 0 ? 'partial' : 'ok';
}
