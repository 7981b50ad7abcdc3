import { addDays, type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import { type DemoContext, type DemoFields, type Phrases, phrasesOf } from './demo-context.ts';
import { addHappening, type DemoFarm, type DemoFlock, type DemoPerson } from './demo-farm.ts';
import { actorOf, SYSTEM } from './farms.ts';
import type { CourseDay } from './flock-course.ts';

const DIGEST_HOUR = 5.5;
const SCAN_DAYS = 10;
const SCANS_PER_DAY = 4;
const ASK_CHANCE = { broilers: 0.4, layers: 0.25, small: 0.1 } as const;
const ACTION_CHANCE = 0.06;
const ACTION_FATES = ['executed', 'executed', 'executed', 'undone', 'suppressed'] as const;

/** Generates agent runs and the questions people asked. */
export function addAssistant(
  context: DemoContext,
  farms: readonly DemoFarm[],
  flocks: readonly DemoFlock[],
): void {
  for (const farm of farms) {
    const random = context.random(`assistant/${farm.plan.key}`);
    const farmFlocks = flocks.filter((flock) => flock.farm === farm);
    for (let day = context.firstDay; day <= context.today; day = addDays(day, 1)) {
      addDigest(context, random, farm, day);
      if (day > addDays(context.today, -SCAN_DAYS)) addScans(context, random, farm, day);
      addTalk(context, random, { farm, flocks: farmFlocks, day });
      if (random.chance(ACTION_CHANCE)) addAction(context, random, farm, day);
    }
    addCrewThread(context, farm);
  }
}

interface Run {
  readonly at: number;
  readonly durationMs: number;
  readonly fields: DemoFields<'agent-runs'>;
}

function addRun(context: DemoContext, farm: DemoFarm, run: Run): string | undefined {
  if (run.at + run.durationMs > context.now) return undefined;
  const finishedAt = run.at + run.durationMs;
  return context.add('agent-runs', {
    farmId: farm.id,
    at: run.at,
    updatedAt: finishedAt,
    by: SYSTEM,
    fields: {
      actionStatus: 'none',
      ...run.fields,
      durationMs: run.durationMs,
      startedAt: formatInstant(run.at),
      finishedAt: formatInstant(finishedAt),
    },
  });
}

function addDigest(context: DemoContext, random: Random, farm: DemoFarm, day: CalendarDay): void {
  const hasFailed = random.chance(0.01);
  addRun(context, farm, {
    at: context.at(day, DIGEST_HOUR) + random.integer(0, 9000),
    durationMs: random.integer(40, 300),
    fields: {
      kind: 'digest',
      trigger: 'schedule',
      status: hasFailed ? 'failed' : 'succeeded',
      error: hasFailed ? 'the database was busy for 5 s' : null,
      lang: context.language,
      output: hasFailed ? null : { lines: random.integer(2, 5) },
    },
  });
}

function addScans(context: DemoContext, random: Random, farm: DemoFarm, day: CalendarDay): void {
  for (let scan = 0; scan < SCANS_PER_DAY; scan++) {
    addRun(context, farm, {
      at: context.at(day, scan * (24 / SCANS_PER_DAY)) + random.integer(0, 20_000),
      durationMs: random.integer(90, 700),
      fields: {
        kind: 'brain_scan',
        trigger: 'schedule',
        status: 'succeeded',
        output: { raised: random.chance(0.15) ? 1 : 0, resolved: random.chance(0.1) ? 1 : 0 },
      },
    });
  }
}

/**
 * An action resulting from a question: executed, undone, or only proposed if the key may not run
 * it.
 */
function addAction(context: DemoContext, random: Random, farm: DemoFarm, day: CalendarDay): void {
  const actionStatus = random.pick(ACTION_FATES);
  addRun(context, farm, {
    at: context.at(day, random.between(7, 19)),
    durationMs: random.integer(20, 140),
    fields: {
      kind: 'action',
      trigger: 'api',
      status: actionStatus === 'suppressed' ? 'suppressed' : 'succeeded',
      actionType: 'create_task',
      actionStatus,
      input: { title: context.phrases.tasks.checkWaterLine, priority: 'high' },
      userId: farm.manager.id,
    },
  });
}

interface Talk {
  readonly farm: DemoFarm;
  readonly flocks: readonly DemoFlock[];
  readonly day: CalendarDay;
}

function addTalk(context: DemoContext, random: Random, talk: Talk): void {
  const { farm, flocks, day } = talk;
  const isAsked = random.chance(ASK_CHANCE[farm.plan.key]);
  const at = context.at(day, random.between(6, 20));
  if (!isAsked || at > context.now - 60_000) return;
  const dayBefore = addDays(day, -1);
  const present = flocks.flatMap((flock) => {
    const course = flock.course.find((courseDay) => courseDay.day === dayBefore);
    return course ? [{ flock, yesterday: course }] : [];
  });
  if (present.length === 0) return;
  const { flock, yesterday } = random.pick(present);
  const { question, answer } = drawExchange(context, random, {
    person: farm.manager,
    flock,
    day: yesterday,
  });
  const { lang } = farm.manager;
  const runId = addRun(context, farm, {
    at,
    durationMs: random.integer(60, 900),
    fields: {
      kind: 'ask',
      trigger: 'user',
      status: 'succeeded',
      lang,
      question,
      answer,
      userId: farm.manager.id,
    },
  });
  const threadId = `thread_${farm.plan.key}_${day.slice(0, 7)}`;
  const questionId = addMessage(context, farm, {
    at,
    person: farm.manager,
    fields: { threadId, text: question, lang },
  });
  context.add('chat-messages', {
    farmId: farm.id,
    at: at + 1200,
    by: SYSTEM,
    fields: {
      threadId,
      senderType: 'assistant',
      senderName: context.phrases.assistant,
      role: 'assistant',
      text: answer,
      lang,
      replyToId: questionId,
      agentRunId: runId ?? null,
      attachments: [],
      readBy: [farm.manager.id],
    },
  });
}

const TOPICS = ['deaths', 'weight', 'feed', 'birds'] as const;

/** A question about yesterday and its answer, with the figures of that day. */
function drawExchange(context: DemoContext, random: Random, exchange: Exchange) {
  const { person, flock, day } = exchange;
  const texts = phrasesOf(person.lang).chat;
  const barn = flock.barn.name;
  const figures = {
    deaths: { count: day.mortality },
    weight: { grams: Math.round(day.weightG), days: day.ageDays },
    feed: { kg: roundTo(day.feedKg, -1) },
    birds: { count: day.live },
  };
  const topic = random.pick(TOPICS);
  return {
    question: context.fill(texts[`${topic}Asked`], { barn }),
    answer: context.fill(texts[topic], { barn, ...figures[topic] }),
  };
}

interface Exchange {
  readonly person: DemoPerson;
  readonly flock: DemoFlock;
  readonly day: CourseDay;
}

interface Message {
  readonly at: number;
  readonly person: DemoPerson;
  readonly fields: DemoFields<'chat-messages'>;
}

function addMessage(context: DemoContext, farm: DemoFarm, message: Message): string {
  const { at, person, fields } = message;
  return context.add('chat-messages', {
    farmId: farm.id,
    at,
    by: actorOf(person),
    fields: {
      senderType: person.role === 'worker' ? 'worker' : 'user',
      senderId: person.id,
      senderName: person.name,
      role: 'user',
      attachments: [],
      readBy: [person.id],
      ...fields,
    },
  });
}

/**
 * A crew conversation about today: each writes in their own language, with an English translation.
 */
function addCrewThread(context: DemoContext, farm: DemoFarm): void {
  if (farm.plan.key !== 'broilers') return;
  const threadId = 'thread_broilers_crew';
  const { chat } = context.phrases;
  const lines = [
    ['yossi', chat.crewGreeting],
    ['somchai', chat.crewBarn3],
    ['yossi', chat.crewVet],
    ['juan', chat.crewSilo],
  ] as const;
  const crew = [farm.manager, ...farm.workers];
  let replyToId: string | null = null;
  lines.forEach(([key, { text, english }], index) => {
    const person = crew.find((member) => member.key === key);
    if (!person) return;
    replyToId = addMessage(context, farm, {
      at: context.now - (lines.length - index) * 17 * 60_000,
      person,
      fields: {
        threadId,
        text,
        lang: person.lang,
        translations: { en: english },
        replyToId,
        readBy: crew.slice(0, lines.length - index).map((member) => member.id),
      },
    });
  });
}

/** Ages in days at which broilers change feed. */
const FEED_CHANGES = [
  { ageDays: 11, text: 'growerFeed' },
  { ageDays: 25, text: 'finisherFeed' },
] as const;
/** Barn events by days after the last bird has left. */
const AFTER_SALE = [
  { days: 2, kind: 'cleaning', text: 'cleaning' },
  { days: 5, kind: 'disinfection', text: 'disinfection' },
] as const;
const VET_VISIT_CHANCE = 0.6;

type Texts = Phrases['milestones'];

/** A timeline entry, by days after placement. */
interface Milestone {
  readonly days: number;
  readonly kind: string;
  readonly title: string;
  readonly details?: string;
}

/** Generates the timeline of every flock: placement, feed changes, visits, cleaning. */
export function addMilestones(context: DemoContext, flocks: readonly DemoFlock[]): void {
  for (const flock of flocks) {
    const random = context.random(`milestones/${flock.code}`);
    for (const { days, ...milestone } of drawMilestones(context, random, flock)) {
      const at = context.at(addDays(flock.placementDay, days), random.between(7, 16));
      addHappening(context, { ...milestone, flock, at, by: actorOf(flock.farm.manager) });
    }
  }
}

function drawMilestones(
  { phrases: { milestones: texts }, fill }: DemoContext,
  random: Random,
  flock: DemoFlock,
): readonly Milestone[] {
  const placed = flock.arrivalAgeDays > 0 ? texts.placedPullets : texts.placedChicks;
  const placement = { days: 0, kind: 'placement', title: fill(placed, { birds: flock.placed }) };
  const visit = {
    days: random.integer(12, 30),
    kind: 'vet_visit',
    title: texts.vetVisit,
    details: texts.vetFindings,
  };
  const isVisited = random.chance(VET_VISIT_CHANCE);
  return [
    placement,
    ...feedChanges(texts, flock),
    ...(isVisited ? [visit] : []),
    ...(flock.status === 'closed' ? cleaningOf(texts, flock) : []),
  ];
}

function feedChanges(texts: Texts, flock: DemoFlock): readonly Milestone[] {
  if (flock.farm.plan.kind === 'layer') return [];
  return FEED_CHANGES.filter(({ ageDays }) => ageDays <= flock.course.length).map(
    ({ ageDays, text }) => ({ days: ageDays, kind: 'feed_change', title: texts[text] }),
  );
}

function cleaningOf(texts: Texts, flock: DemoFlock): readonly Milestone[] {
  return AFTER_SALE.map(({ days, kind, text }) => ({
    days: flock.course.length + days,
    kind,
    title: texts[text],
  }));
}
