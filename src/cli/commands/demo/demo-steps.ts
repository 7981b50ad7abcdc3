import type { Speaker } from '../../../i18n/render-message.ts';
import { addDays, type CalendarDay } from '../../../tools/calendar.ts';

/** What the steps are about. */
export interface DemoSubject {
  readonly farmName: string;
  readonly flockCode: string;
  /** The newest daily log of the flock; that of the next day is written. */
  readonly lastLog: {
    readonly date: CalendarDay;
    readonly feedKg: number;
    readonly waterL: number;
  };
}

/** One command of the demo. */
export interface DemoStep {
  /** What it is for, for people. */
  readonly purpose: string;
  readonly argv: readonly string[];
}

/** The morning round, command by command, in the language of the reader. */
export function demoSteps(
  { farmName, flockCode, lastLog }: DemoSubject,
  speaker: Speaker,
  other: Speaker,
): readonly DemoStep[] {
  const day = addDays(lastLog.date, 1);
  const farm = ['--farm', farmName];
  const flock = [...farm, '--flock-id', flockCode];
  const page = [...farm, '--lang', speaker.language];
  const { texts } = speaker;
  return [
    { purpose: texts['demo.digest'], argv: ['digest', ...page] },
    {
      purpose: texts['demo.gaps'],
      argv: ['gaps', ...page, '--fields', FIELDS.gaps, ...TABLE],
    },
    {
      purpose: texts['demo.flocks'],
      argv: list('flocks', FIELDS.flocks, ...farm, '--status', 'active'),
    },
    { purpose: texts['demo.logs'], argv: list('daily-logs', FIELDS.log, ...flock, '--limit', '5') },
    {
      purpose: texts['demo.write'],
      argv: ['daily-logs', 'create', ...flock, '--date', day, ...valuesOf(lastLog), ...TABLE],
    },
    {
      purpose: texts['demo.act'],
      argv: [
        ...['act', 'create_task', ...farm, '--title', texts['demo.task'], '--due-date', day],
        ...['--priority', 'high', '--fields', FIELDS.task, ...TABLE],
      ],
    },
    { purpose: texts['demo.undo'], argv: ['undo', 'last', '--fields', FIELDS.undone, ...TABLE] },
    { purpose: texts['demo.ask'], argv: ['ask', texts['demo.question'], ...page] },
    {
      purpose: texts['demo.askOther'],
      argv: ['ask', other.texts['demo.question'], ...farm, '--lang', other.language],
    },
  ];
}

const FIELDS = {
  gaps: 'severity,title',
  flocks: 'code,breed,ageDays,live,cumMortalityPct,deviationPct,lastLogDate',
  log: 'date,mortality,culls,feedKg,waterL,feedPerBirdG,waterFeedRatio',
  task: 'title,dueDate,priority,status',
  undone: 'id,deleted',
} as const;

// Also in a pipe: what a demo prints is for people.
const TABLE = ['-o', 'table'] as const;

function list(resource: string, fields: string, ...filters: readonly string[]): readonly string[] {
  return [resource, 'list', ...filters, '--fields', fields, ...TABLE];
}

/** A day like the one before, for birds that have grown by a day. */
function valuesOf({ feedKg, waterL }: DemoSubject['lastLog']): readonly string[] {
  const grown = (value: number) => String(Math.round((value * 1.04) / 10) * 10);
  const values = ['--mortality', '9', '--culls', '1', '--feed-kg', grown(feedKg)];
  return [...values, '--water-l', grown(waterL), '--fields', FIELDS.log];
}
