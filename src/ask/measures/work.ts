import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { timeAgo } from '../../farming/core/figure.ts';
import type { FlockRecord } from '../../farming/core/flock-record.ts';
import { openAlerts } from '../../farming/core/open-items.ts';
import { alertTitle } from '../../farming/core/stored-texts.ts';
import { DIGEST_PARTS, digestOf } from '../../farming/digest/digest.ts';
import { waitingQuestions } from '../../farming/digest/night-reports.ts';
import { flocksMissingLog as findUnlogged } from '../../farming/digest/work-today.ts';
import { findGaps } from '../../farming/gaps/find-gaps.ts';
import { findMissingLogs } from '../../farming/gaps/flock-gaps.ts';
import { GAP_PARTS, type Gap, type GapSnapshot } from '../../farming/gaps/gap.ts';
import {
  computeInsights,
  partsOf,
  sectionDefinitions,
} from '../../farming/insights/compute-insights.ts';
import { weatherSection } from '../../farming/insights/weather-section.ts';
import { setupOf } from '../../farming/setup/setup.ts';
import { SETUP_PARTS, type SetupSnapshot } from '../../farming/setup/setup-steps.ts';
import { isMessage, type Message, message } from '../../model/core/message.ts';
import { severity } from '../../model/core/vocabulary.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { parseInstant } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import type {
  MeasureAnswer,
  MeasureDefinition,
  MeasureQuestion,
  QuestionScope,
} from '../measure.ts';
import { asText, factOf, factsInMessage, wordFact } from './fact-of.ts';
import { answerList, type ListItem } from './rows.ts';
import { placeLookup } from './scope.ts';

/**
 * Work that needs attention today, the most important first: the plan of the section action plan.
 */
export const needsMe = {
  parts: partsOf(['actionPlan'], sectionDefinitions),
  per: 'farm',
  aggregations: ['list', 'count'],
  compute: computeNeeds,
} as const satisfies MeasureDefinition;

function computeNeeds(snapshot: FarmSnapshot, question: MeasureQuestion): MeasureAnswer {
  const { sections } = computeInsights(snapshot, ['actionPlan'], sectionDefinitions);
  const section = sections.actionPlan;
  const rows: readonly unknown[] =
    section && 'items' in section && Array.isArray(section.items) ? section.items : [];
  const missing = section && 'missing' in section ? section.missing : [];
  return answerList(
    rows.flatMap((row) => planItem(row, snapshot.today)),
    { label: 'Things to do', text: 'ask.needsMe', asOf: snapshot.today, missing },
    question,
  );
}

// Sections use only the common frame of each other.
function planItem(row: unknown, asOf: string): ListItem[] {
  if (typeof row !== 'object' || row === null) return [];
  const fields = new Map<string, unknown>(Object.entries(row));
  const [title, kind, severity] = [fields.get('title'), fields.get('kind'), fields.get('severity')];
  if (!isMessage(title) || typeof kind !== 'string') return [];
  const reason: Message = message('ask.needsMeItem', {
    severity: typeof severity === 'string' ? severity : 'info',
    title,
  });
  return [
    {
      facts: [
        wordFact('To do', kind, { asOf }),
        ...factsInMessage(`To do, ${kind}`, reason, { asOf }),
      ],
      lines: [reason],
    },
  ];
}

const BRIEFING_PARTS = [...DIGEST_PARTS, ...weatherSection.parts] as const;
type BriefingPart = (typeof DIGEST_PARTS)[number] | 'integrations' | 'weather';

/** Events of the night, as in the headline of the morning briefing. */
export const briefing = {
  parts: [...new Set(BRIEFING_PARTS)] as readonly BriefingPart[],
  per: 'farm',
  aggregations: ['value', 'list'],
  compute: computeBriefing,
} as const satisfies MeasureDefinition<BriefingPart>;

function computeBriefing(snapshot: FarmSnapshot<BriefingPart>): MeasureAnswer {
  const weather = weatherSection.compute(snapshot, {});
  const { headline, date } = digestOf(snapshot, weather);
  return {
    facts: headline.flatMap((line) => [
      wordFact('Briefing', line.text, { asOf: date }),
      ...factsInMessage(line.text, line, { asOf: date }),
    ]),
    lines: headline,
  };
}

const ALERT_PARTS = ['alerts', 'barns', 'liveFlocks'] as const;
type AlertSnapshot = FarmSnapshot<(typeof ALERT_PARTS)[number]>;

/** The open alerts, the worst first, then the newest. */
export const alerts = {
  parts: ALERT_PARTS,
  per: 'flock',
  aggregations: ['list', 'count'],
  slots: { severity: severity.words },
  compute: answerAlerts,
} as const satisfies MeasureDefinition<(typeof ALERT_PARTS)[number]>;

function answerAlerts(snapshot: AlertSnapshot, question: MeasureQuestion): MeasureAnswer {
  const wanted = question.slots['severity'];
  const open = openAlerts(snapshot.alerts)
    .filter((alert) => wanted === undefined || (alert.severity ?? 'info') === wanted)
    .filter((alert) => isInScope(alert, question.scope, snapshot));
  const source = { resource: 'alerts', ids: open.map(({ id }) => id) } as const;
  return answerList(
    open.map((alert) => alertItem(alert, snapshot)),
    {
      label: 'Open alerts',
      text: 'ask.alerts',
      params: { severity: wanted ?? 'any' },
      asOf: snapshot.today,
      source,
    },
    question,
  );
}

function isInScope(
  { barnId, flockId }: StoredOf<'alerts'>,
  { barnIds, flockIds }: QuestionScope,
  { liveFlocks }: AlertSnapshot,
): boolean {
  const flocks = mapById(liveFlocks);
  const barn = barnId ?? flocks.get(flockId ?? '')?.barnId ?? '';
  const isOfFlock = (id: string) =>
    id === flockId || (flockId === null && flocks.get(id)?.barnId === barn);
  return (barnIds?.includes(barn) ?? true) && (flockIds?.some(isOfFlock) ?? true);
}

function alertItem(alert: StoredOf<'alerts'>, snapshot: AlertSnapshot): ListItem {
  const { id, title, createdAt } = alert;
  const place = placeLookup(snapshot)(alert);
  const frame = { asOf: createdAt, source: { resource: 'alerts', ids: [id] } } as const;
  const ago = timeAgo(parseInstant(createdAt) ?? snapshot.now, snapshot.now);
  const age = factOf(`Age of alert, ${title}`, ago.quantity, { ...frame, unit: ago.unit });
  const line = message('ask.alert', {
    severity: alert.severity ?? 'info',
    title: alertTitle(alert),
    hasPlace: place === null ? 'no' : 'yes',
    place: place ?? '',
    ago: asText(age),
  });
  return { facts: [wordFact('Alert', title, frame), age], lines: [line] };
}

/** Missing data of the farm, the worst first. */
export const gaps = {
  parts: GAP_PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  slots: { severity: severity.words },
  compute: listGaps,
} as const satisfies MeasureDefinition<(typeof GAP_PARTS)[number]>;

function listGaps(snapshot: GapSnapshot, question: MeasureQuestion): MeasureAnswer {
  const wanted = question.slots['severity'];
  const found = findGaps(snapshot).filter((gap) => wanted === undefined || gap.severity === wanted);
  return answerList(
    found.map(gapItem),
    { label: 'Gaps', text: 'ask.gaps', asOf: snapshot.today },
    question,
  );
}

function gapItem({ kind, title, message: text, since }: Gap): ListItem {
  const line = message('ask.gap', { title, message: text });
  const frame = { asOf: since };
  return {
    facts: [wordFact('Gap', kind, frame), ...factsInMessage(`Gap, ${kind}`, line, frame)],
    lines: [line],
  };
}

const MAX_STEPS = 5;

/** Setup progress of the farm, and the remaining steps. */
export const setupProgress = {
  parts: SETUP_PARTS,
  per: 'farm',
  aggregations: ['value', 'list'],
  compute: computeSetup,
} as const satisfies MeasureDefinition<(typeof SETUP_PARTS)[number]>;

function computeSetup(snapshot: SetupSnapshot): MeasureAnswer {
  const { progressPct, done, total, items } = setupOf(snapshot);
  const frame = { asOf: snapshot.today };
  const [pct, finished, all] = [
    factOf('Setup', progressPct, { ...frame, unit: '%' }),
    factOf('Setup steps done', done, frame),
    factOf('Setup steps', total, frame),
  ];
  const open = items
    .filter((item) => !item.done && !item.optional)
    .toSorted((left, right) => right.weight - left.weight)
    .slice(0, MAX_STEPS);
  return {
    facts: [pct, finished, all, ...open.map(({ key }) => wordFact('Setup step open', key, frame))],
    lines: [
      message('ask.setup', { pct: asText(pct), done: finished.value, total: all.value }),
      ...open.map(({ title }) => message('ask.setupOpen', { title })),
    ],
    missing: open.map(({ key, title, fix }) => ({
      code: key,
      message: title,
      ...(fix ? { fix } : {}),
    })),
  };
}

type FlockPart = (typeof LIVE_FLOCK_PARTS)[number];

/** The name of the barn and the code of the flock. */
function placeOf({ barn, flock }: FlockRecord): string {
  const code = flock.code ?? flock.id;
  return barn ? (flock.code === null ? barn.name : `${barn.name} (${code})`) : code;
}

/** The flocks without a log for today. */
export const flocksMissingLog = {
  parts: LIVE_FLOCK_PARTS,
  per: 'flock',
  aggregations: ['list', 'count'],
  compute: unloggedFlocks,
} as const satisfies MeasureDefinition<FlockPart>;

function unloggedFlocks(
  snapshot: FarmSnapshot<FlockPart>,
  question: MeasureQuestion,
): MeasureAnswer {
  const { barnIds, flockIds } = question.scope;
  const found = findUnlogged(snapshot).filter(
    ({ flockId, barnId }) =>
      (barnIds?.includes(barnId) ?? true) && (flockIds?.includes(flockId) ?? true),
  );
  const fixes = new Map(findMissingLogs(snapshot).map(({ subject, fix }) => [subject, fix]));
  const records = new Map(liveFlocksOf(snapshot).map((record) => [record.flock.id, record]));
  const items = found.map(({ flockId, days, lastLogDate }) => {
    const record = records.get(flockId);
    const place = record ? placeOf(record) : flockId;
    const source = { resource: 'flocks', ids: [flockId] } as const;
    const count = factOf(`Days without a log, ${place}`, days, { asOf: lastLogDate, source });
    const line = message('ask.missingLog', {
      place,
      count: asText(count),
      hasLast: lastLogDate === null ? 'no' : 'yes',
      day: lastLogDate === null ? '' : { day: lastLogDate },
    });
    const last = lastLogDate === null ? [] : [wordFact(`Last log, ${place}`, lastLogDate)];
    return { flockId, place, days, item: { facts: [count, ...last], lines: [line] } };
  });
  const answer = answerList(
    items.map(({ item }) => item),
    { label: 'Flocks without a log', text: 'ask.missingLogs', asOf: snapshot.today },
    question,
  );
  if (items.length === 0) return answer;
  const missing = items.map(({ flockId, place, days }) => {
    const fix = fixes.get(flockId);
    return {
      code: 'flock_no_log_today',
      message: message('gap.flock_no_log_today.title', {
        flock: place,
        count: days,
        days: { quantity: days, unit: 'days' },
      }),
      resource: 'daily-logs',
      flockId,
      ...(fix ? { fix } : {}),
    };
  });
  return { ...answer, missing };
}

/** Unanswered questions of workers; the longest wait first. */
export const unansweredQuestions = {
  parts: ['fieldReports'],
  per: 'barn',
  aggregations: ['list', 'count'],
  compute: listWaiting,
} as const satisfies MeasureDefinition<'fieldReports'>;

function listWaiting(
  snapshot: FarmSnapshot<'fieldReports'>,
  question: MeasureQuestion,
): MeasureAnswer {
  const { barnIds } = question.scope;
  const waiting = waitingQuestions(snapshot).filter(
    ({ barnId }) => barnIds === undefined || (barnId !== null && barnIds.includes(barnId)),
  );
  const items = waiting.map(({ id, authorName, rawText, createdAt }) => {
    const frame = { asOf: createdAt, source: { resource: 'field-reports', ids: [id] } } as const;
    const ago = timeAgo(parseInstant(createdAt) ?? snapshot.now, snapshot.now);
    const age = factOf('Question waits', ago.quantity, { ...frame, unit: ago.unit });
    const line = message('ask.question', {
      isNamed: authorName === null ? 'no' : 'yes',
      author: authorName ?? '',
      text: rawText,
      ago: asText(age),
    });
    return { facts: [wordFact('Question', rawText, frame), age], lines: [line] };
  });
  const source = { resource: 'field-reports', ids: waiting.map(({ id }) => id) } as const;
  return answerList(
    items,
    { label: 'Unanswered questions', text: 'ask.questions', asOf: snapshot.today, source },
    question,
  );
}
