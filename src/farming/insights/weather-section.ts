import { formatInstant } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { coldOutlook } from '../weather/cold-outlook.ts';
import { heatOutlook } from '../weather/heat-outlook.ts';
import { missingWeather } from '../weather/missing-weather.ts';
import { type OutsideHour, outsideHours } from '../weather/outside-hours.ts';
import { weatherActions } from '../weather/weather-actions.ts';
import type { SectionDefinition, SectionFrame } from './section.ts';

const PARTS = ['barns', 'liveFlocks', 'integrations', 'weather'] as const;
type Part = (typeof PARTS)[number];

const MINUTE_MILLIS = 60_000;

/** The weather to come and what it does to the birds. */
export const weatherSection: SectionDefinition<Part, never> = {
  parts: PARTS,
  uses: [],
  compute: computeWeather,
};

function computeWeather(snapshot: FarmSnapshot<Part>) {
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

function hourRow({ ts, temp, humidity, thi }: OutsideHour) {
  return {
    ts,
    temp: figure('celsius', temp),
    humidity: figure('time', humidity),
    thi: figure('celsius', thi),
  };
}
