import {
  coldOutlook,
  heatOutlook,
  type OutsideHours,
  outsideHours,
} from '../../farming/climate/weather-outlook.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { figure } from '../../farming/core/figure.ts';
import { missingWeather, weatherActions } from '../../farming/insights/weather-section.ts';
import { message } from '../../model/core/message.ts';
import { dayInZone } from '../../tools/calendar.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion, Period } from '../measure.ts';
import { asText, factOf, factsInMessage, wordFact } from './fact-of.ts';
import type { RowsAnswer } from './rows.ts';

const PARTS = ['barns', 'liveFlocks', 'integrations', 'weather'] as const;
type WeatherSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

const NOTHING: RowsAnswer = { facts: [], lines: [] };

/** The current weather and the forecast, and their effect on the birds. */
export const weather = {
  parts: PARTS,
  per: 'farm',
  aggregations: ['value'],
  compute: computeWeather,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function computeWeather(snapshot: WeatherSnapshot, { period }: MeasureQuestion): MeasureAnswer {
  const hours = outsideHours(snapshot);
  if (period && period.to < snapshot.today) return { facts: [], lines: [message('ask.only_now')] };
  const isAhead = period && period.from > snapshot.today;
  if (isAhead && hours.ahead.length > 0) return weatherOnDays(hours, period, snapshot);
  const actions = weatherActions(
    heatOutlook(hours, snapshot),
    coldOutlook(hours, snapshot),
    snapshot,
  );
  const missing = missingWeather(hours, snapshot);
  const facts = [
    weatherNow(hours),
    weatherAhead(hours, snapshot),
    ...actions.map(({ code, message: text }) => ({
      facts: factsInMessage(`Weather, ${code}`, text),
      lines: [text],
    })),
  ];
  return {
    facts: [
      ...facts.flatMap(({ facts }) => facts),
      ...missing.flatMap(({ code, message: text }) => factsInMessage(`Missing, ${code}`, text)),
    ],
    lines: [...facts.flatMap(({ lines }) => lines), ...missing.map((each) => each.message)],
    ...(missing.length === 0 ? {} : { missing }),
  };
}

function weatherNow({ now }: OutsideHours): RowsAnswer {
  const value = figure('celsius', now?.temp);
  if (!now || value === null) return NOTHING;
  const frame = {
    asOf: now.ts,
    source: { resource: 'env-readings', query: { source: 'weather' } },
  } as const;
  const temp = factOf('Temperature outside', value, { ...frame, unit: '°C' });
  const damp = figure('humidity', now.humidity);
  const humidity = damp === null ? null : factOf('Humidity outside', damp, { ...frame, unit: '%' });
  const line = message('ask.weather.now', {
    temp: asText(temp),
    hasHumidity: humidity ? 'yes' : 'no',
    humidity: humidity ? asText(humidity) : '',
  });
  return { facts: humidity ? [temp, humidity] : [temp], lines: [line] };
}

/** The forecast of named days; days beyond its range are reported as unknown. */
function weatherOnDays(
  { ahead }: OutsideHours,
  { from, to }: Period,
  { zone }: WeatherSnapshot,
): MeasureAnswer {
  const reach = ahead.at(-1)?.ts ?? '';
  const hours = ahead.filter(({ at }) => {
    const day = dayInZone(at, zone);
    return day >= from && day <= to;
  });
  const { facts, low, high } = findExtremes(hours);
  if (!low || !high) {
    const until = { instant: reach, zone };
    return {
      facts: [wordFact('Forecast until', reach)],
      lines: [message('ask.weather.beyond', { until })],
    };
  }
  const days = { from: { day: from }, to: { day: to }, isDay: from === to ? 'yes' : 'no' };
  return {
    facts: [...facts, wordFact('Weather: from', from), wordFact('Weather: to', to)],
    lines: [
      message('ask.weather.days', {
        ...days,
        low: asText(low),
        high: asText(high),
      }),
    ],
  };
}

function weatherAhead({ ahead }: OutsideHours, { zone }: WeatherSnapshot): RowsAnswer {
  const last = ahead.at(-1);
  const { facts, low, high } = findExtremes(ahead);
  if (!last || !low || !high) return NOTHING;
  const until = { instant: last.ts, zone };
  return {
    facts: [...facts, wordFact('Forecast until', last.ts)],
    lines: [message('ask.weather.ahead', { until, low: asText(low), high: asText(high) })],
  };
}

/** The lowest and the highest temperature of some hours. */
function findExtremes(hours: OutsideHours['ahead']) {
  const temps = hours.flatMap(({ temp }) => temp ?? []);
  if (temps.length === 0) return { facts: [] };
  const asOf = hours.at(-1)?.ts ?? null;
  const source = { resource: 'env-readings', query: { source: 'weather' } } as const;
  const factFor = (label: string, value: number) =>
    factOf(label, figure('celsius', value) ?? 0, { unit: '°C', asOf, source });
  const low = factFor('Lowest forecast temperature', Math.min(...temps));
  const high = factFor('Highest forecast temperature', Math.max(...temps));
  return { facts: [low, high], low, high };
}
