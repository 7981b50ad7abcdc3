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
import {
  type CalendarDay,
  dayInZone,
  endOfDay,
  formatInstant,
  HOUR_MILLIS,
  startOfDay,
} from '../../tools/calendar.ts';
import { mean, sum } from '../../tools/statistics.ts';
import { currentClimate } from '../climate/barn-climate.ts';
import type { ClimateHour, FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { type FigureKind, figure } from '../core/figure.ts';
import type { DataStatus, MissingData } from '../core/section.ts';
import { climateRange } from '../metrics/climate-limits.ts';
import { type Arrival, ageDays } from '../metrics/dates.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import type { DaySpan } from './flock-week.ts';

/** The values of one day or hour by series name; null when unknown. */
export type ChartValues<C extends ChartName> = Readonly<Record<SeriesName<C>, number | null>>;

/** A day or an hour of a chart. */
export interface ChartMoment<C extends ChartName> {
  readonly values: ChartValues<C>;
  /** The denominators of the values that are ratios. */
  readonly by?: Readonly<Partial<Record<SeriesName<C>, number | null>>>;
}

/** Days or hours combined into one point. */
interface ChartGroup<C extends ChartName, M extends ChartMoment<C>> {
  readonly moments: readonly M[];
  /** The moment of the newest values, else the last moment. */
  readonly newest: M;
  /** Rounded as in answers. */
  readonly values: ChartValues<C>;
}

/** The subject of a chart, and the days it covers. */
interface ChartPlace {
  readonly frame: FarmFrame;
  readonly barnId: string;
  /** Display name of the flock or barn. */
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

/** Number of moments per point, so that the number of points does not exceed `points`. */
export function stepFor(moments: number, points: number): number {
  return Math.max(1, Math.ceil(moments / points));
}

/** The points of a chart, each from `step` moments; the last one may have fewer. */
export function groupMoments<C extends ChartName, M extends ChartMoment<C>>(
  chart: C,
  moments: readonly M[],
  step: number,
): readonly ChartGroup<C, M>[] {
  const names = Object.keys(chartSeries[chart]) as SeriesName<C>[];
  const first = names[0];
  return Array.from({ length: Math.ceil(moments.length / step) }, (_, index) => {
    const groupMoments = moments.slice(index * step, (index + 1) * step);
    const lastKnown = groupMoments.findLast(
      ({ values }) => first !== undefined && values[first] !== null,
    );
    const values = Object.fromEntries(
      names.map((name) => [name, sampleOf(chart, name, groupMoments)]),
    );
    return {
      moments: groupMoments,
      newest: lastKnown ?? (groupMoments.at(-1) as M),
      values: values as ChartValues<C>,
    };
  });
}

/** The value of a series over several moments, by its sampling. */
function sampleOf<C extends ChartName>(
  chart: C,
  name: SeriesName<C>,
  moments: readonly ChartMoment<C>[],
): number | null {
  const series = chartSeries[chart];
  const { sampling = 'mean', panel = '', unit = '%' } = series[name] ?? {};
  // Series of one panel use the same days: the standard is sampled on the measured days.
  const anchor = Object.keys(series).find((other) => series[other]?.panel === panel) ?? name;
  const measured = moments.filter(({ values }) => values[anchor as SeriesName<C>] !== null);
  const used = measured.length > 0 ? measured : moments;
  if (sampling === 'ratio') return figure(KINDS[unit], ratioOfSums(name, used));
  const ownValues = used.map(({ values }) => possible(name, values[name]));
  const last = ownValues.at(-1) ?? null;
  const values = ownValues.filter((value) => value !== null);
  if (sampling === 'newest') return figure(KINDS[unit], last);
  if (values.length === 0) return null;
  if (sampling === 'lowest') return figure(KINDS[unit], Math.min(...values));
  if (sampling === 'highest') return figure(KINDS[unit], Math.max(...values));
  return figure(KINDS[unit], mean(values));
}

/** The ratio over several moments: each counts by its denominator. */
function ratioOfSums<C extends ChartName>(
  name: SeriesName<C>,
  moments: readonly ChartMoment<C>[],
): number | null {
  const knownMoments = moments.flatMap(({ values, by }) => {
    const value = possible(name, values[name]);
    return value === null ? [] : [{ value, weight: by?.[name] ?? null }];
  });
  if (knownMoments.length === 0) return null;
  const weighed = knownMoments.flatMap(({ value, weight }) => (weight ? [{ value, weight }] : []));
  if (weighed.length === 0) return mean(knownMoments.map(({ value }) => value));
  return (
    sum(weighed.map(({ value, weight }) => value * weight)) /
    sum(weighed.map(({ weight }) => weight))
  );
}

const FIELDS: Readonly<Record<string, Field>> = { ...flocks.fields, ...dailyLogs.fields };

/** Null for a value that its field cannot have; it results from contradictory records. */
function possible(name: string, value: number | null): number | null {
  const field = FIELDS[name];
  if (value === null || field?.type !== 'number') return value;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
  return value >= min && value <= max ? value : null;
}

/** The fields of every chart besides its points. */
export function chartHead<C extends ChartName>(
  chart: C,
  place: ChartPlace,
  chartData: {
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
    status: statusOf(chart, chartData),
    missing: chartData.missing,
    sampling: {
      unit: chart === 'climate' ? ('hour' as const) : ('day' as const),
      step: chartData.step,
      of: chartData.moments.length,
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

/** Figures have their own labels; drawn series use the label of their role. */
function labelOf(name: string, role: string): Message {
  return message(role === 'figure' ? `chart.series.${name}` : `chart.role.${role}`);
}

function statusOf<C extends ChartName>(
  chart: C,
  chartData: {
    readonly moments: readonly ChartMoment<C>[];
    readonly missing: readonly MissingData[];
  },
): DataStatus {
  const measured = Object.entries(chartSeries[chart])
    .filter(([, { role }]) => role === 'measured')
    .map(([name]) => name as SeriesName<C>);
  const isKnown = chartData.moments.some(({ values }) =>
    measured.some((name) => values[name] !== null),
  );
  if (!isKnown) return 'not_enough_data';
  return chartData.missing.length > 0 ? 'partial' : 'ok';
}

/** A flock that was in the barn on some of the days. */
interface ClimateFlock extends Arrival {
  readonly kind: BirdKind;
  /** The last day with birds inside; null when unknown. */
  readonly lastDay: CalendarDay | null;
}

interface ClimateChartInput {
  readonly barn: { readonly id: string; readonly name: string | null };
  /** The hours with readings. */
  readonly hours: readonly ClimateHour[];
  /** Oldest placement first. */
  readonly barnFlocks: readonly ClimateFlock[];
  readonly span: DaySpan;
  /** Maximum number of points. */
  readonly points: number;
}

interface Hour extends ChartMoment<'climate'> {
  readonly at: number;
  readonly ageDays: number | null;
  readonly readings: number;
}

/** The climate of a barn per hour, with the range required by the birds inside. */
export function climateChart(input: ClimateChartInput, snapshot: FarmSnapshot<'readings'>) {
  const { barn, span } = input;
  const hours = hoursOf(input, snapshot);
  const step = stepFor(hours.length, input.points);
  const name = barn.name ?? barn.id;
  const place = { frame: snapshot, barnId: barn.id, name, ...span };
  const { temp, humidity, co2, nh3 } = currentClimate(barn.id, snapshot);
  return {
    ...chartHead('climate', place, {
      moments: hours,
      step,
      missing: missingClimateData(input, name),
    }),
    current: {
      temp: figure('celsius', temp?.value),
      humidity: figure('humidity', humidity?.value),
      co2: figure('co2', co2?.value),
      nh3: figure('nh3', nh3?.value),
    },
    points: groupMoments<'climate', Hour>('climate', hours, step).map(({ moments, values }) => ({
      at: formatInstant(moments[0]?.at ?? 0),
      ageDays: moments.at(-1)?.ageDays ?? null,
      readings: sum(moments.map(({ readings }) => readings)),
      ...values,
    })),
  };
}

/** Every hour of the days up to now, including those without readings. */
function hoursOf(
  { hours, barnFlocks, span }: ClimateChartInput,
  snapshot: FarmSnapshot<'readings'>,
) {
  const { zone, now } = snapshot;
  const hoursByInstant = new Map(hours.map((hour) => [Date.parse(hour.hour), hour]));
  const first = Math.floor(startOfDay(span.from, zone) / HOUR_MILLIS) * HOUR_MILLIS;
  const last = Math.min(endOfDay(span.to, zone), now);
  const bands = new Map<CalendarDay, Band>();
  const filledHours: Hour[] = [];
  for (let at = first; at <= last; at += HOUR_MILLIS) {
    // In a zone whose days do not start on a full hour, the first hour starts on the day before.
    const day = dayInZone(Math.max(at, startOfDay(span.from, zone)), zone);
    const band = bands.get(day) ?? bandOn(day, barnFlocks);
    bands.set(day, band);
    const hour = hoursByInstant.get(at);
    const values = { ...measuredOf(hour), ...band.values };
    filledHours.push({ at, ageDays: band.ageDays, readings: hour?.readings ?? 0, values });
  }
  return filledHours;
}

type Target = 'tempMin' | 'tempMax' | 'humidityMin' | 'humidityMax' | 'co2Max' | 'nh3Max';

interface Band {
  readonly ageDays: number | null;
  readonly values: Pick<ChartValues<'climate'>, Target>;
}

/** The required range of the flock placed last among those inside, as for the current climate. */
function bandOn(day: CalendarDay, barnFlocks: readonly ClimateFlock[]): Band {
  const barnFlock = barnFlocks.findLast(
    ({ placementDate, lastDay }) => placementDate <= day && lastDay !== null && day <= lastDay,
  );
  const age = barnFlock ? ageDays(barnFlock, day) : null;
  const range = barnFlock && age !== null ? climateRange(barnFlock.kind, age) : null;
  return {
    ageDays: age,
    values: {
      tempMin: range?.temp.min ?? null,
      tempMax: range?.temp.max ?? null,
      humidityMin: range?.humidity.min ?? null,
      humidityMax: range?.humidity.max ?? null,
      co2Max: range?.co2.max ?? null,
      nh3Max: range?.nh3.max ?? null,
    },
  };
}

function measuredOf(hour: ClimateHour | undefined): Omit<ChartValues<'climate'>, Target> {
  return {
    temp: hour?.temp ?? null,
    tempLow: hour?.tempLow ?? null,
    tempHigh: hour?.tempHigh ?? null,
    humidity: hour?.humidity ?? null,
    humidityLow: hour?.humidityLow ?? null,
    humidityHigh: hour?.humidityHigh ?? null,
    co2: hour?.co2 ?? null,
    co2High: hour?.co2High ?? null,
    nh3: hour?.nh3 ?? null,
    nh3High: hour?.nh3High ?? null,
  };
}

function missingClimateData(
  { barn, hours }: ClimateChartInput,
  name: string,
): readonly MissingData[] {
  if (hours.length > 0) return [];
  return [
    {
      code: 'no_readings_in_days',
      message: message('missing.no_readings_in_days', { barn: name }),
      resource: 'env-readings',
      barnId: barn.id,
      need: 1,
      have: 0,
      fix: {
        method: 'POST',
        path: '/env-readings',
        body: { barnId: barn.id, temp: null, humidity: null },
      },
    },
  ];
}
