import { barnAir } from '../../farming/climate/barn-climate.ts';
import { noBarnAir } from '../../farming/core/missing-data.ts';
import { heatBand, heatLimitsThi } from '../../farming/metrics/climate-limits.ts';
import { message } from '../../model/core/message.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { airMeasure } from './air-measure.ts';
import { asText } from './fact-of.ts';
import { flockMeasure } from './flock-measure.ts';
import { EACH, missingRow } from './rows.ts';

/** Temperature in the barns. */
export const temperature = airMeasure({
  name: 'temperature',
  label: 'Temperature',
  field: 'temp',
  unit: '°C',
  as: 'celsius',
  logged: ({ tempMin, tempMax }) => [tempMin, tempMax],
});

/** Humidity of the air in the barns. */
export const humidity = airMeasure({
  name: 'humidity',
  label: 'Humidity',
  field: 'humidity',
  unit: '%',
  as: 'humidity',
  logged: (log) => [log.humidity, log.humidity],
});

/** Ammonia in the air of the barns. */
export const ammonia = airMeasure({
  name: 'ammonia',
  label: 'Ammonia',
  field: 'nh3',
  unit: 'ppm',
  as: 'nh3',
});

/** CO₂ in the air of the barns. */
export const co2 = airMeasure({
  name: 'co2',
  label: 'CO2',
  field: 'co2',
  unit: 'ppm',
  as: 'co2',
});

/**
 * Duration of heat stress in the last 24 hours, and the current apparent temperature for the birds.
 */
export const heatStress = flockMeasure({
  parts: ['readings'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const { flock, kind, ageDays } = record;
    const air = barnAir({ barnId: flock.barnId, kind, ageDays }, snapshot);
    const asOf = formatInstant(snapshot.now);
    const query = { barnId: flock.barnId };
    const frame = { asOf, source: { resource: 'env-readings', query } } as const;
    const hours = fact('Heat stress in 24 hours', air.heatStressHours, {
      ...frame,
      as: 'time',
      unit: 'hours',
    });
    const thi = fact('Temperature-humidity index', air.thi, {
      ...frame,
      as: 'celsius',
      unit: '°C',
    });
    if (!hours && air.readings === 0) return missingRow(place, [noBarnAir(record)]);
    if (!hours) {
      const reason = message('ask.noHeatHours', {
        place,
        hasThi: thi ? 'yes' : 'no',
        thi: thi ? asText(thi) : '',
      });
      const missing = [{ ...noBarnAir(record), code: 'few_env_readings', message: reason }];
      return { place, value: null, lines: [reason], facts: thi ? [thi] : [], missing };
    }
    const limits = heatLimitsThi(kind, Math.max(0, ageDays ?? 0), snapshot.thresholds);
    const line = message('ask.heatStress', {
      place,
      count: hours.value,
      hours: asText(hours),
      hasThi: thi ? 'yes' : 'no',
      thi: thi ? asText(thi) : '',
      band: heatBand(air.thi, limits) ?? 'none',
    });
    return { place, value: hours.value, facts: thi ? [hours, thi] : [hours], lines: [line] };
  },
});
