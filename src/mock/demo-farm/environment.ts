import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import type { DemoContext } from './demo-context.ts';
import type { Actor, DemoRow } from './demo-data.ts';
import type { DemoBarn, DemoFarm, DemoFlock } from './demo-farm.ts';
import type { CourseDay } from './flock-course.ts';
import type { Hardware } from './hardware.ts';
import { houseTemperatures } from './house-climate.ts';
import { SYSTEM } from './people.ts';

/** Within so many days of the present sensors report every quarter of an hour, before hourly. */
const FINE_DAYS = 7;
const [FINE_STEP_HOURS, COARSE_STEP_HOURS] = [0.25, 1];
const FAULTS = { stuckChance: 0.01, stuckHours: 6, silentChance: 0.01 } as const;
const WEATHER_DAYS = { back: 14, ahead: 3, stepHours: 3 } as const;
/** Gases of hens do not rise with age as those of broilers do. */
const HEN_GAS_AGE_DAYS = 26;

/**
 * Makes the readings of sensors in barns with birds, then the weather with its forecast: one by one,
 * as they are the most of all rows.
 */
export function* readEnvironment(
  context: DemoContext,
  flocks: readonly DemoFlock[],
  hardware: Hardware,
): Generator<DemoRow> {
  for (const flock of flocks) {
    const random = context.random(`environment/${flock.code}`);
    const by = writerOf(flock.farm, hardware);
    for (const day of flock.course) {
      if (day.day >= context.firstDay) yield* readDay(context, random, { flock, day, by });
    }
  }
  for (const farm of new Set(flocks.map((flock) => flock.farm)))
    yield* readWeather(context, farm, hardware);
}

function writerOf(farm: DemoFarm, hardware: Hardware): Actor {
  const id = hardware.integrationOf(farm.id, 'controller');
  return id === undefined ? SYSTEM : { type: 'integration', id };
}

interface SensorDay {
  readonly flock: DemoFlock;
  readonly day: CourseDay;
  readonly by: Actor;
}

function readDay(context: DemoContext, random: Random, sensors: SensorDay): DemoRow[] {
  const { flock, day, by } = sensors;
  const isFine = day.day > addDays(context.today, -FINE_DAYS);
  const step = isFine ? FINE_STEP_HOURS : COARSE_STEP_HOURS;
  const silent = random.chance(FAULTS.silentChance) ? random.between(2, 12) : 0;
  const stuck = random.chance(FAULTS.stuckChance) ? FAULTS.stuckHours : 0;
  const faultStart = random.between(0, 12);
  const draw = createAir(random, flock, day);
  const rows: DemoRow[] = [];
  let heldC: number | undefined;
  for (let hour = 0; hour < 24; hour += step) {
    const at = context.at(day.day, hour);
    if (at > context.now) return rows;
    const sinceFault = hour - faultStart;
    if (sinceFault >= 0 && sinceFault < silent) continue;
    const { temp, humidity, co2, nh3 } = draw(hour);
    const isStuck = sinceFault >= 0 && sinceFault < stuck;
    heldC = isStuck ? (heldC ?? temp) : undefined;
    const fields = {
      barnId: flock.barn.id,
      ts: context.instant(at),
      waterL: tenths((day.waterL * drinkingShare(hour) * step) / 24),
      source: 'sensor',
      temp: heldC ?? temp,
      humidity,
      co2,
      nh3,
    };
    rows.push(context.make('env-readings', { farmId: flock.farm.id, at, by, fields }));
  }
  return rows;
}

/** Draws what the air of a barn is like at the hours of a day. */
function createAir(random: Random, { barn: { house } }: DemoFlock, day: CourseDay) {
  const temperatureC = houseTemperatures(house, day.ageDays, day.day);
  const winter = house.weather.winterness(day.day);
  const gasAge = house.kind === 'layer' ? HEN_GAS_AGE_DAYS : day.ageDays;
  const usual = {
    co2: 600 + 55 * gasAge * (0.7 + 0.9 * winter),
    nh3: -2 + 0.45 * gasAge * (1 + 0.3 * winter),
  };
  return (hour: number) => {
    const temp = temperatureC(hour) + random.normal(0, 0.3);
    const humidity = 62 - 1.2 * (temp - day.climate.targetC) + random.normal(0, 4);
    return {
      temp: tenths(temp),
      humidity: Math.round(clamp(humidity, 25, 95)),
      co2: Math.round(clamp(usual.co2 + random.normal(0, 150), 380, 9000)),
      nh3: tenths(clamp(usual.nh3 + random.normal(0, 2), 0, 80)),
    };
  };
}

/** How much more or less than on average birds drink at an hour; nights are quiet. */
function drinkingShare(hour: number): number {
  return 1 + 0.7 * Math.sin((2 * Math.PI * (hour - 7)) / 24);
}

function* readWeather(
  context: DemoContext,
  farm: DemoFarm,
  hardware: Hardware,
): Generator<DemoRow> {
  const id = hardware.integrationOf(farm.id, 'weather');
  const [barn] = farm.barns;
  if (id === undefined || barn === undefined) return;
  const random = context.random(`weather-readings/${farm.plan.key}`);
  // The weather service of the layer farm has been refusing its key since the day before yesterday.
  const isFailing = farm.plan.key === 'layers';
  const { back, ahead, stepHours } = WEATHER_DAYS;
  const last = addDays(context.today, isFailing ? -2 : ahead);
  for (let day = addDays(context.today, -back); day <= last; day = addDays(day, 1)) {
    for (let hour = 0; hour < 24; hour += stepHours) {
      yield readOutdoors(context, random, { barn, farm, id }, { day, hour });
    }
  }
}

function readOutdoors(
  context: DemoContext,
  random: Random,
  station: { readonly barn: DemoBarn; readonly farm: DemoFarm; readonly id: string },
  when: { readonly day: CalendarDay; readonly hour: number },
): DemoRow {
  const { barn, farm, id } = station;
  const at = context.at(when.day, when.hour);
  const { weather } = barn.house;
  const outdoorC = weather.outdoorsOn(when.day)(when.hour);
  const humidity = 68 - 1.6 * (outdoorC - weather.meanC(when.day)) + random.normal(0, 4);
  return context.make('env-readings', {
    farmId: farm.id,
    at,
    by: { type: 'integration', id },
    fields: {
      barnId: barn.id,
      ts: context.instant(at),
      temp: tenths(outdoorC + random.normal(0, 0.4)),
      humidity: Math.round(clamp(humidity, 15, 98)),
      source: 'weather',
      notes: at > context.now ? context.phrases.forecast : null,
    },
  });
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** To one decimal; rounding by text is exact but too slow for so many readings. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
