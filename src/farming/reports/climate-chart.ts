import { message } from '../../model/core/message.ts';
import {
  type CalendarDay,
  dayInZone,
  endOfDay,
  formatInstant,
  startOfDay,
} from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { currentClimate } from '../climate/barn-climate.ts';
import type { ClimateHour, FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import type { MissingData } from '../core/section.ts';
import { climateRange } from '../metrics/climate-limits.ts';
import { type Arrival, ageDays } from '../metrics/dates.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import { type ChartMoment, type ChartValues, chartHead, groupMoments, stepFor } from './chart.ts';
import type { DaySpan } from './week-window.ts';

/** A flock that was in the barn on some of the days. */
export interface ClimateGuest extends Arrival {
  readonly kind: BirdKind;
  /** The last day with birds inside; null when nothing tells it. */
  readonly lastDay: CalendarDay | null;
}

/** What a climate chart is made from. */
export interface ClimateChartInput {
  readonly barn: { readonly id: string; readonly name: string | null };
  /** The hours with readings. */
  readonly hours: readonly ClimateHour[];
  /** The oldest placement first. */
  readonly guests: readonly ClimateGuest[];
  readonly span: DaySpan;
  /** The most points that are wanted. */
  readonly points: number;
}

interface Hour extends ChartMoment<'climate'> {
  readonly at: number;
  readonly ageDays: number | null;
  readonly readings: number;
}

const HOUR_MILLIS = 3_600_000;

/** The climate of a barn hour by hour, with the band that the birds inside need. */
export function climateChart(input: ClimateChartInput, snapshot: FarmSnapshot<'readings'>) {
  const { barn, span } = input;
  const hours = hoursOf(input, snapshot);
  const step = stepFor(hours.length, input.points);
  const name = barn.name ?? barn.id;
  const place = { frame: snapshot, barnId: barn.id, name, ...span };
  const { temp, humidity, co2, nh3 } = currentClimate(barn.id, snapshot);
  return {
    ...chartHead('climate', place, { moments: hours, step, missing: missingOf(input, name) }),
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

/** Every hour of the days up to now, also those without readings. */
function hoursOf({ hours, guests, span }: ClimateChartInput, snapshot: FarmSnapshot<'readings'>) {
  const { zone, now } = snapshot;
  const known = new Map(hours.map((hour) => [Date.parse(hour.hour), hour]));
  const first = Math.floor(startOfDay(span.from, zone) / HOUR_MILLIS) * HOUR_MILLIS;
  const last = Math.min(endOfDay(span.to, zone), now);
  const bands = new Map<CalendarDay, Band>();
  const found: Hour[] = [];
  for (let at = first; at <= last; at += HOUR_MILLIS) {
    // The first hour of a zone whose days do not begin with an hour belongs to the day before.
    const day = dayInZone(Math.max(at, startOfDay(span.from, zone)), zone);
    const band = bands.get(day) ?? bandOn(day, guests);
    bands.set(day, band);
    const hour = known.get(at);
    const values = { ...measuredOf(hour), ...band.values };
    found.push({ at, ageDays: band.ageDays, readings: hour?.readings ?? 0, values });
  }
  return found;
}

type Target = 'tempMin' | 'tempMax' | 'humidityMin' | 'humidityMax' | 'co2Max' | 'nh3Max';

interface Band {
  readonly ageDays: number | null;
  readonly values: Pick<ChartValues<'climate'>, Target>;
}

/** The band of the birds that were placed last of those inside; as for the current climate. */
function bandOn(day: CalendarDay, guests: readonly ClimateGuest[]): Band {
  const guest = guests.findLast(
    ({ placementDate, lastDay }) => placementDate <= day && lastDay !== null && day <= lastDay,
  );
  const age = guest ? ageDays(guest, day) : null;
  const range = guest && age !== null ? climateRange(guest.kind, age) : null;
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

function missingOf({ barn, hours }: ClimateChartInput, name: string): readonly MissingData[] {
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
