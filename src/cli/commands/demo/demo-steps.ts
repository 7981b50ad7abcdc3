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

/** The morning round, command by command. */
export function demoSteps({ farmName, flockCode, lastLog }: DemoSubject): readonly DemoStep[] {
  const day = addDays(lastLog.date, 1);
  const farm = ['--farm', farmName];
  const flock = [...farm, '--flock-id', flockCode];
  return [
    { purpose: 'The farms there are', argv: list('farms', FIELDS.farms) },
    {
      purpose: 'The flocks of one of them, beside the standard of their breed',
      argv: list('flocks', FIELDS.flocks, ...farm, '--status', 'active'),
    },
    {
      purpose: 'The last days of one flock',
      argv: list('daily-logs', FIELDS.log, ...flock, '--limit', '5'),
    },
    {
      purpose: 'What went wrong and is still open',
      argv: list('alerts', FIELDS.alerts, ...farm, '--status', 'open', '--limit', '5'),
    },
    {
      purpose: 'What is to be done',
      argv: list('tasks', FIELDS.tasks, ...farm, '--status', 'open', '--due-date-to', day),
    },
    {
      purpose: 'The air in the barns',
      argv: list('env-readings', FIELDS.air, ...farm, '--source', 'sensor', '--limit', '3'),
    },
    {
      purpose: 'Write the log of the day',
      argv: ['daily-logs', 'create', ...flock, '--date', day, ...valuesOf(lastLog), ...TABLE],
    },
    {
      purpose: 'Read it back, for a spreadsheet',
      argv: [
        ...['daily-logs', 'list', ...flock, '--date-from', day],
        ...['--fields', FIELDS.log, '-o', 'csv'],
      ],
    },
  ];
}

const FIELDS = {
  farms: 'name,location,barnCount,activeFlocks,birds',
  flocks: 'code,breed,ageDays,live,cumMortalityPct,deviationPct,lastLogDate',
  log: 'date,mortality,culls,feedKg,waterL,feedPerBirdG,waterFeedRatio',
  alerts: 'severity,category,title,createdAt',
  tasks: 'priority,dueDate,overdue,title',
  air: 'ts,temp,humidity,co2,nh3',
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
