import { type Message, message } from '../../../model/message.ts';
import type { CalendarDay } from '../../../tools/calendar.ts';
import { nearestWord } from '../../../tools/nearest-word.ts';
import { readDate } from '../../date-flags.ts';
import { usageError } from '../../errors.ts';
import type { Present } from '../../relative-dates.ts';
import { type Ask, missing } from './ask-answer.ts';
import type { InitOptions } from './init-options.ts';

/** The barns of the first farm, as they are sent to the API. */
export interface FirstBarn {
  readonly name: string;
  readonly capacity?: number;
}

/** The first flock, as it is sent to the API, but for the id of its barn. */
export interface FirstFlock {
  readonly barn: string;
  readonly chicksReceived: number;
  readonly placementDate: CalendarDay;
  readonly breed?: string;
}

const MOST_BARNS = 100;
const MOST_BIRDS = 1_000_000;

/** How many barns the farm has, and for how many birds each; none unless it is said. */
export async function takeBarns(options: InitOptions, ask: Ask): Promise<readonly FirstBarn[]> {
  const count = await ask(options.barns, {
    message: message('init.barns'),
    flag: '--barns',
    initial: '',
    problem: (text) => countProblem(text, MOST_BARNS),
    isExtra: true,
  });
  if (Number(count) === 0) {
    const { barnCapacity, chicks } = options;
    if (barnCapacity ?? chicks) throw missing('--barns');
    return [];
  }
  const capacity = await ask(options.barnCapacity, {
    message: message('init.capacity'),
    flag: '--barn-capacity',
    initial: '',
    problem: (text) => countProblem(text, MOST_BIRDS),
    isExtra: true,
  });
  const size = capacity === '' ? {} : { capacity: Number(capacity) };
  return Array.from({ length: Number(count) }, (_, index) => ({
    name: `Barn ${index + 1}`,
    ...size,
  }));
}

/** What the first flock depends on. */
export interface FlockSurroundings {
  readonly barns: readonly FirstBarn[];
  readonly present: Present;
  readonly breedProblem: (name: string) => Message | undefined;
}

/** The flock in the first barn, or in another that is named; undefined where none is wished. */
export async function takeFlock(
  options: InitOptions,
  ask: Ask,
  { barns, present, breedProblem }: FlockSurroundings,
): Promise<FirstFlock | undefined> {
  if (barns.length === 0) return undefined;
  const barn = findBarn(options.flockBarn, barns);
  const chicks = await ask(options.chicks, {
    message: message('init.chicks', { barn }),
    flag: '--chicks',
    initial: '',
    problem: (text) => countProblem(text, MOST_BIRDS),
    isExtra: true,
  });
  if (Number(chicks) === 0) {
    const { breed, placementDate } = options;
    if (breed ?? placementDate) throw missing('--chicks');
    return undefined;
  }
  const breed = await ask(options.breed, {
    message: message('init.breed'),
    flag: '--breed',
    initial: '',
    problem: breedProblem,
    isExtra: true,
  });
  const day = await ask(options.placementDate, {
    message: message('init.placed'),
    flag: '--placement-date',
    initial: 'today',
    problem: (text) =>
      readDate(text, 'day', present) ? undefined : message('init.noDay', { text }),
    isExtra: true,
  });
  return {
    barn,
    chicksReceived: Number(chicks),
    placementDate: readDate(day, 'day', present) ?? day,
    ...(breed === '' ? {} : { breed }),
  };
}

function findBarn(named: string | undefined, barns: readonly FirstBarn[]): string {
  const names = barns.map(({ name }) => name);
  const typed = named?.trim() ?? names[0] ?? '';
  const found = names.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (found !== undefined) return found;
  const near = nearestWord(typed, names);
  const suggestion = near === undefined ? '' : `; did you mean ${near}?`;
  throw usageError(`--flock-barn: there is no barn "${typed}"${suggestion}`);
}

function countProblem(text: string, most: number): Message | undefined {
  if (text === '' || (/^\d{1,9}$/.test(text) && Number(text) <= most)) return undefined;
  return message('init.noCount', { most, text });
}
