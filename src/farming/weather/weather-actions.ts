import { type Message, message } from '../../model/message.ts';
import { dayInZone } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import type { Fix } from '../insights/section.ts';
import { taskFix } from '../insights/task-fix.ts';
import type { FarmFrame } from '../snapshot/farm-snapshot.ts';
import type { ColdOutlook } from './cold-outlook.ts';
import type { HeatOutlook } from './heat-outlook.ts';
import type { Spell } from './spell.ts';

/** What to do about the weather to come. */
export interface WeatherAction {
  readonly code: 'heat_warning' | 'heat_critical' | 'cold';
  readonly severity: 'warning' | 'critical';
  readonly message: Message;
  readonly from: string;
  readonly until: string;
  /** Writes the task. */
  readonly fix: Fix;
}

/** What to do about heat and cold, the worse first. */
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
