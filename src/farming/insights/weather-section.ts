import type { MadeSection } from '../../model/answers/insights.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { dayInZone, formatInstant, HOUR_MILLIS, MINUTE_MILLIS } from '../../tools/calendar.ts';
import {
  type ColdOutlook,
  coldOutlook,
  FORECAST_HOURS,
  type HeatOutlook,
  heatOutlook,
  type OutsideHour,
  type OutsideHours,
  outsideHours,
  type Spell,
} from '../climate/weather-outlook.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { connectionFix, failingConnectionFix, taskFix } from '../core/fixes.ts';
import type { Fix, MissingData, SectionDefinition, SectionFrame } from '../core/section.ts';
import { connectionFault } from '../core/stored-texts.ts';

type WeatherSnapshot = FarmSnapshot<'integrations' | 'barns'>;
type Integration = StoredOf<'integrations'>;

/** A daily forecast ends some hours short of three days. */
const ENOUGH_HOURS = 66;
/** The status that reactivates a disabled integration. */
const BACK_TO_WORK: Readonly<Record<string, string>> = { paused: 'active', disabled: 'pending' };

/** The data missing for the weather forecast. */
export function missingWeather(hours: OutsideHours, snapshot: WeatherSnapshot): MissingData[] {
  return [
    ...missingPlace(snapshot),
    ...failingSources(snapshot),
    ...missingForecast(hours, snapshot),
  ];
}

function missingPlace({ farm }: WeatherSnapshot): MissingData[] {
  if (farm.latitude !== null && farm.longitude !== null) return [];
  return [
    {
      code: 'no_coordinates',
      message: message('weather.no_coordinates'),
      resource: 'farms',
      field: farm.latitude === null ? 'latitude' : 'longitude',
      need: 2,
      have: [farm.latitude, farm.longitude].filter((degrees) => degrees !== null).length,
      fix: {
        method: 'PATCH',
        path: `/farms/${farm.id}`,
        body: { latitude: null, longitude: null },
        action: 'set_farm_location',
      },
    },
  ];
}

function failingSources(snapshot: WeatherSnapshot): MissingData[] {
  return weatherIntegrations(snapshot)
    .filter(hasFailed)
    .map((integration) => ({
      code: 'weather_source_failing',
      message: message('weather.weather_source_failing', {
        source: integration.name ?? integration.kind,
        hasError: integration.lastError === null ? 'no' : 'yes',
        error: connectionFault(integration.lastError ?? ''),
      }),
      resource: 'integrations',
      field: 'status',
      fix: failingConnectionFix(integration),
    }));
}

/** Whether the last attempt failed, even before the source counts as failing. */
function hasFailed(source: Integration): boolean {
  return source.status === 'failing' || (source.lastError !== null && !isOff(source));
}

function isOff({ status }: Integration): boolean {
  return Object.hasOwn(BACK_TO_WORK, status ?? '');
}

function missingForecast({ ahead }: OutsideHours, snapshot: WeatherSnapshot): MissingData[] {
  const last = ahead.at(-1);
  if (!last) return missingSource(snapshot);
  const hours = Math.floor((last.at - snapshot.now) / HOUR_MILLIS);
  if (hours >= ENOUGH_HOURS) return [];
  return [
    {
      code: 'short_forecast',
      message: message('weather.short_forecast', { hours: { quantity: hours, unit: 'hours' } }),
      resource: 'env-readings',
      field: 'ts',
      need: FORECAST_HOURS,
      have: hours,
      ...readingFix(snapshot),
    },
  ];
}

/** Why there is no forecast: no source, a disabled source, or a source without data yet. */
function missingSource(snapshot: WeatherSnapshot): MissingData[] {
  const sources = weatherIntegrations(snapshot);
  const [first] = sources;
  const subject = { resource: 'integrations', need: 1, have: 0 } as const;
  if (!first) {
    return [
      { ...lacking('no_weather_source'), ...subject, field: 'kind', fix: newSource(snapshot) },
    ];
  }
  if (sources.every(isOff)) {
    const status = BACK_TO_WORK[first.status ?? ''] ?? 'active';
    const fix = connectionFix(first, status);
    return [{ ...lacking('weather_source_off'), ...subject, field: 'status', fix }];
  }
  // A failing source is already reported.
  if (sources.some(hasFailed)) return [];
  const reading = { resource: 'env-readings', field: 'ts', ...readingFix(snapshot) };
  return [{ ...lacking('no_forecast'), ...subject, ...reading }];
}

function lacking(code: string): Pick<MissingData, 'code' | 'message'> {
  return { code, message: message(`weather.${code}`) };
}

function weatherIntegrations({ integrations }: WeatherSnapshot): readonly Integration[] {
  return integrations.filter(({ kind }) => kind === 'weather');
}

function newSource({ farm }: WeatherSnapshot): Fix {
  return { method: 'POST', path: '/integrations', body: { farmId: farm.id, kind: 'weather' } };
}

/** Any client may send a forecast, but it must name a barn. */
function readingFix({ barns }: WeatherSnapshot): { readonly fix?: Fix } {
  const [barn] = barns;
  if (!barn) return {};
  const body = { barnId: barn.id, source: 'weather', ts: null, temp: null, humidity: null };
  return { fix: { method: 'POST', path: '/env-readings', body } };
}

const PARTS = ['barns', 'liveFlocks', 'integrations', 'weather'] as const;
type Part = (typeof PARTS)[number];

/** The weather forecast and its effect on the birds. */
export const weatherSection: SectionDefinition<Part, never, MadeSection<'weather'>> = {
  parts: PARTS,
  uses: [],
  compute: computeWeather,
};

function computeWeather(snapshot: FarmSnapshot<Part>): MadeSection<'weather'> {
  const hours = outsideHours(snapshot);
  const heat = heatOutlook(hours, snapshot);
  const cold = coldOutlook(hours, snapshot);
  const missing = missingWeather(hours, snapshot);
  const isKnown = hours.now !== null || hours.ahead.length > 0;
  return {
    status: statusOf(isKnown, missing.length),
    asOf: formatInstant(snapshot.now),
    missing,
    now: hours.now && {
      ...hourRow(hours.now),
      ageMinutes: Math.floor((snapshot.now - hours.now.at) / MINUTE_MILLIS),
    },
    next72h: hours.ahead.map(hourRow),
    maxThi: figure('celsius', heat.maxThi),
    minTemp: figure('celsius', cold.minTemp),
    heatRisk: heat.risk,
    coldRisk: cold.isRisk,
    actions: weatherActions(heat, cold, snapshot),
  };
}

function statusOf(isKnown: boolean, missing: number): SectionFrame['status'] {
  if (!isKnown) return 'not_enough_data';
  return missing === 0 ? 'ok' : 'partial';
}

function hourRow({
  ts,
  temp,
  humidity,
  thi,
}: OutsideHour): MadeSection<'weather'>['next72h'][number] {
  return {
    ts,
    temp: figure('celsius', temp),
    humidity: figure('humidity', humidity),
    thi: figure('celsius', thi),
  };
}

/** An action for the weather forecast. */
export interface WeatherAction {
  readonly code: 'heat_warning' | 'heat_critical' | 'cold';
  readonly severity: 'warning' | 'critical';
  readonly message: Message;
  readonly from: string;
  readonly until: string;
  /** Creates the task. */
  readonly fix: Fix;
}

/** The actions for heat and cold, more severe first. */
export function weatherActions(
  heat: HeatOutlook,
  cold: ColdOutlook,
  frame: FarmFrame,
): WeatherAction[] {
  return [...heatAction(heat, frame), ...coldAction(cold, frame)];
}

function heatAction({ risk, maxThi, spell }: HeatOutlook, frame: FarmFrame): WeatherAction[] {
  if (!spell || (risk !== 'warning' && risk !== 'critical')) return [];
  const code = `heat_${risk}` as const;
  return [
    {
      code,
      severity: risk,
      message: message(`weather.${code}`, { ...timesOf(spell, frame), thi: celsius(maxThi) }),
      ...spell,
      fix: prepare(`weather.task.${code}`, spell, frame),
    },
  ];
}

function coldAction({ minTemp, spell }: ColdOutlook, frame: FarmFrame): WeatherAction[] {
  if (!spell) return [];
  return [
    {
      code: 'cold',
      severity: 'warning',
      message: message('weather.cold', { ...timesOf(spell, frame), temp: celsius(minTemp) }),
      ...spell,
      fix: prepare('weather.task.cold', spell, frame),
    },
  ];
}

function timesOf({ from, until }: Spell, { zone }: FarmFrame) {
  return { from: { instant: from, zone }, until: { instant: until, zone } };
}

function celsius(value: number | null) {
  return { quantity: figure('celsius', value) ?? 0, unit: '°C' } as const;
}

function prepare(title: string, { from }: Spell, { farm, zone }: FarmFrame): Fix {
  return taskFix({ farmId: farm.id }, message(title), dayInZone(Date.parse(from), zone));
}
