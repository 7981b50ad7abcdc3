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

/** The morning round, command by command; pages in the language of the reader. */
export function demoSteps(
  { farmName, flockCode, lastLog }: DemoSubject,
  language: string,
): readonly DemoStep[] {
  const day = addDays(lastLog.date, 1);
  const farm = ['--farm', farmName];
  const flock = [...farm, '--flock-id', flockCode];
  const page = [...farm, '--lang', language];
  return [
    { purpose: 'The morning briefing of one farm', argv: ['digest', ...page] },
    {
      purpose: 'What is missing; without --fields each with the command that closes it',
      argv: ['gaps', ...page, '--fields', FIELDS.gaps, ...TABLE],
    },
    {
      purpose: 'Its flocks, beside the standard of their breed',
      argv: list('flocks', FIELDS.flocks, ...farm, '--status', 'active'),
    },
    {
      purpose: 'The last days of one flock',
      argv: list('daily-logs', FIELDS.log, ...flock, '--limit', '5'),
    },
    {
      purpose: 'Write the log of the day',
      argv: ['daily-logs', 'create', ...flock, '--date', day, ...valuesOf(lastLog), ...TABLE],
    },
    {
      purpose: 'Do something about it',
      argv: [
        ...['act', 'create_task', ...farm, '--title', 'Weigh 100 birds', '--due-date', day],
        ...['--priority', 'high', '--fields', FIELDS.task, ...TABLE],
      ],
    },
    { purpose: 'Or rather not', argv: ['undo', 'last', '--fields', FIELDS.undone, ...TABLE] },
    { purpose: 'Ask', argv: ['ask', 'How many birds died today?', ...page] },
    {
      purpose: 'Ask in Hebrew, Thai, Spanish or Chinese',
      argv: ['ask', 'כמה עופות מתו היום?', ...farm, '--lang', 'he'],
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
