import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';

/** The weather around a farm. */
export interface Weather {
  /** Outdoor temperatures of a day by the hour, °C. */
  outdoorsOn(day: CalendarDay): (hour: number) => number;
  /** Mean outdoor temperature of a day, °C. */
  meanC(day: CalendarDay): number;
  /** How much winter it is: 0 in high summer, 1 in deep winter. */
  winterness(day: CalendarDay): number;
}

/** Outdoor means of the months at the Israeli coast, °C. */
const MONTH_MEANS = [12, 13, 15, 18, 21, 24, 27, 27, 26, 23, 18, 14] as const;
const [COLDEST, HOTTEST] = [12, 27];
const WARM_MONTHS = { first: 4, last: 10 } as const;
const HEAT_WAVE_CHANCE = 1 / 22;
const HEAT_WAVE_C = 6;
const SUMMER_SWING_C = 7;
const WINTER_SWING_C = 4.5;

/** Draws the weather of every day from `from` to `to`, `offsetC` warmer than the coast. */
export function createWeather(
  random: Random,
  from: CalendarDay,
  to: CalendarDay,
  offsetC: number,
): Weather {
  const days = new Map<CalendarDay, DayWeather>();
  let drift = 0;
  let hotDaysLeft = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    drift = 0.7 * drift + random.normal(0, 1.1);
    if (hotDaysLeft > 0) hotDaysLeft--;
    else if (isWarmMonth(day) && random.chance(HEAT_WAVE_CHANCE)) {
      hotDaysLeft = random.integer(2, 4);
    }
    const warmerC = offsetC + drift + (hotDaysLeft > 0 ? HEAT_WAVE_C : 0);
    days.set(day, ordinaryDay(day, warmerC));
  }
  const dayOf = (day: CalendarDay) => days.get(day) ?? ordinaryDay(day, offsetC);
  return {
    meanC: (day) => dayOf(day).meanC,
    winterness: (day) => dayOf(day).winterness,
    outdoorsOn(day) {
      const { meanC, swingC } = dayOf(day);
      return (hour) => meanC + swingC * Math.sin((2 * Math.PI * (hour - 9)) / 24);
    },
  };
}

interface DayWeather {
  readonly meanC: number;
  /** How far noon lies above the mean, °C. */
  readonly swingC: number;
  readonly winterness: number;
}

function ordinaryDay(day: CalendarDay, warmerC: number): DayWeather {
  const seasonC = seasonalMeanC(day);
  const winterness = (HOTTEST - seasonC) / (HOTTEST - COLDEST);
  const swingC = SUMMER_SWING_C + winterness * (WINTER_SWING_C - SUMMER_SWING_C);
  return { meanC: seasonC + warmerC, swingC, winterness };
}

function isWarmMonth(day: CalendarDay): boolean {
  const month = Number(day.slice(5, 7));
  return month >= WARM_MONTHS.first && month <= WARM_MONTHS.last;
}

/** The mean of the season, straight from the middle of one month to the middle of the next. */
function seasonalMeanC(day: CalendarDay): number {
  const place = Number(day.slice(5, 7)) - 1 + (Number(day.slice(8, 10)) - 15) / 30.5;
  const left = Math.floor(place);
  const [low = COLDEST, high = COLDEST] = [
    MONTH_MEANS[(left + 12) % 12],
    MONTH_MEANS[(left + 13) % 12],
  ];
  return low + (place - left) * (high - low);
}
