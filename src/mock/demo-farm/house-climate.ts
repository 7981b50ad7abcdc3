import { targetTemperatureC } from '../../farming/standards/target-temperature-c.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { Weather } from './weather.ts';

/** What a house and its birds make of the weather. */
export interface House {
  readonly kind: 'broiler' | 'layer';
  readonly weather: Weather;
  /** How much warmer than wanted this house runs, °C. */
  readonly biasC: number;
}

/** The temperature of a day in a house, °C. */
export interface DayClimate {
  readonly targetC: number;
  readonly minC: number;
  readonly maxC: number;
  readonly avgC: number;
}

const DAILY_SWING_C = 0.8;
/** What wet pads and fans take off the outdoor air at best. */
const COOLING_C = 6;

/** The temperatures in a house on a day by the hour, °C: as wanted, unless it is too hot outside. */
export function houseTemperatures(
  house: House,
  ageDays: number,
  day: CalendarDay,
): (hour: number) => number {
  const targetC = targetTemperatureC(house.kind, ageDays);
  const outdoorC = house.weather.outdoorsOn(day);
  return (hour) => {
    const swing = DAILY_SWING_C * Math.sin((2 * Math.PI * (hour - 9)) / 24);
    return Math.max(targetC + swing + house.biasC, outdoorC(hour) - COOLING_C);
  };
}

/** Lowest, highest and mean temperature of a day in a house. */
export function houseDay(house: House, ageDays: number, day: CalendarDay): DayClimate {
  const temperatureC = houseTemperatures(house, ageDays, day);
  const hours = Array.from({ length: 12 }, (_, index) => temperatureC(1 + index * 2));
  return {
    targetC: targetTemperatureC(house.kind, ageDays),
    minC: Math.min(...hours),
    maxC: Math.max(...hours),
    avgC: hours.reduce((sum, value) => sum + value, 0) / hours.length,
  };
}
