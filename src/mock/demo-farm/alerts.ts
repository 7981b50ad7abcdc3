import { alertKey } from '../../farming/alert-rules/evaluate-farm.ts';
import { message } from '../../model/core/message.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import { type AlertDraft, alertKinds } from './alert-drafts.ts';
import type { DemoContext, DemoFields } from './demo-context.ts';
import type { DemoFarm, DemoFlock } from './demo-farm.ts';
import type { Situation } from './farm-plan.ts';
import { SYSTEM } from './farms.ts';

type AlertFields = DemoFields<'alerts'>;
type Severity = 'info' | 'warning' | 'critical';

const HOUR = 3_600_000;
const SEVERITY_SHARES = { info: 0.3, warning: 0.55 } as const;
const MEDIAN_HOURS_TO_RESOLVE = 5;
/** Shares of alert outcomes: alerts up to and over 3 days old, and alerts of closed flocks. */
const FATES = {
  recent: { resolved: 0.7, dismissed: 0.05, in_progress: 0.06, acknowledged: 0.08 },
  old: { resolved: 0.82, dismissed: 0.1, in_progress: 0, acknowledged: 0.03 },
  closed: { resolved: 0.9, dismissed: 0.1, in_progress: 0, acknowledged: 0 },
} as const;
/** Maximum time an alert stays open. */
const FORGOTTEN_AFTER_HOURS = 12 * 24;
const EXPIRED_MEDICINE = 'tylosin';
const RESOLUTIONS = ['inBarn', 'checked', 'replaced', 'tuned'] as const;
const FEEDBACK_SHARES = { useful: 0.6, not_useful: 0.15, false_alarm: 0.1 } as const;

/** Generates past alerts, most of them resolved, and the alerts open at the demo's current time. */
export function addAlerts(
  context: DemoContext,
  farms: readonly DemoFarm[],
  flocks: readonly DemoFlock[],
): void {
  for (const flock of flocks) {
    addPastAlerts(context, flock);
    const present = flock.status === 'closed' ? undefined : presentAlert(context, flock);
    if (present) addAlert(context, flock.farm, { flock, ...present });
  }
  for (const farm of farms) addFarmAlerts(context, farm);
}

function addPastAlerts(context: DemoContext, flock: DemoFlock): void {
  const random = context.random(`alerts/${flock.code}`);
  for (const day of flock.course) {
    if (day.day < context.firstDay || day.day >= context.today) continue;
    for (const kind of alertKinds) {
      if (!random.chance(kind.perMonth / 30)) continue;
      const draft = kind.draft(random, flock, day);
      const at = context.at(day.day, random.between(0, 24));
      if (draft) addPastAlert(context, random, { flock, draft, at });
    }
  }
}

interface Raised {
  readonly flock: DemoFlock;
  readonly draft: AlertDraft;
  readonly at: number;
}

function addPastAlert(context: DemoContext, random: Random, raised: Raised): void {
  const { flock, draft, at } = raised;
  const severity = drawShare(random, SEVERITY_SHARES) ?? 'critical';
  const hours = MEDIAN_HOURS_TO_RESOLVE * Math.exp(random.normal(0, 0.9));
  const endsAt = at + Math.floor(hours * HOUR);
  const drawnStatus = drawStatus(random, fateOf(context, flock, at));
  const feedback = drawShare(random, FEEDBACK_SHARES) ?? null;
  const occurrences = random.integer(1, 4);
  const note = context.phrases.resolutions[random.pick(RESOLUTIONS)];
  // Alerts resolved after the current time are still open.
  const status = endsAt < context.now ? drawnStatus : 'open';
  const isEnded = status === 'resolved' || status === 'dismissed';
  addAlert(context, flock.farm, {
    flock,
    draft,
    severity,
    at,
    changedAt: status === 'open' ? at : endsAt,
    fields: {
      status,
      occurrences,
      resolutionNote: status === 'resolved' ? note : null,
      feedback: isEnded ? feedback : null,
      acknowledgedAt: status === 'open' ? null : formatInstant(Math.floor((at + endsAt) / 2)),
      resolvedAt: isEnded ? formatInstant(endsAt) : null,
    },
  });
}

function fateOf(context: DemoContext, flock: DemoFlock, at: number) {
  if (flock.status === 'closed') return FATES.closed;
  const ageHours = (context.now - at) / HOUR;
  if (ageHours > FORGOTTEN_AFTER_HOURS) return FATES.closed;
  return ageHours > 72 ? FATES.old : FATES.recent;
}

function drawStatus(random: Random, shares: (typeof FATES)[keyof typeof FATES]) {
  return drawShare(random, shares) ?? 'open';
}

/** Draws one of the words by its share (of 1); undefined for the remaining share. */
function drawShare<W extends string>(random: Random, shares: Readonly<Record<W, number>>) {
  let draw = random.next();
  // The keys of a record of words are those words.
  for (const word of Object.keys(shares) as W[]) {
    draw -= shares[word];
    if (draw < 0) return word;
  }
  return undefined;
}

interface AlertInput {
  readonly flock?: DemoFlock;
  readonly draft: AlertDraft;
  readonly severity: Severity;
  readonly at: number;
  readonly changedAt?: number;
  /** ID of the alert's subject if it is neither the flock nor its barn. */
  readonly subject?: string | undefined;
  readonly fields: Partial<AlertFields>;
}

function addAlert(context: DemoContext, farm: DemoFarm, input: AlertInput): void {
  const { flock, draft, severity, at } = input;
  const { rule, category, text, values } = draft;
  const { title, message: details } = context.phrases.alerts[text];
  const params = { barn: flock?.barn.name ?? '', ...values };
  context.add('alerts', {
    farmId: farm.id,
    at,
    updatedAt: input.changedAt,
    by: SYSTEM,
    fields: {
      category,
      title: context.fill(title, params),
      message: context.fill(details, params),
      barnId: flock?.barn.id ?? null,
      flockId: flock?.id ?? null,
      severity,
      source: {
        ...{ rule, key: alertKey(rule, input.subject ?? subjectOf(rule, flock) ?? farm.id) },
        ...wordsOf(context, input),
      },
      severityHistory: [{ at: formatInstant(at), severity }],
      ...input.fields,
    },
  });
}

/**
 * The texts of a count alert for readers of any language: no scan of the demo writes them again. A
 * Hebrew farm stays as it was recorded, without them.
 */
function wordsOf({ language }: DemoContext, { draft, flock }: AlertInput) {
  const { percent, counted, logged } = draft.values;
  const isCounted = typeof counted === 'number' && typeof logged === 'number';
  if (language === 'he' || !flock || !isCounted || typeof percent !== 'number') return {};
  const birds = (quantity: number) => ({ quantity, unit: 'birds' }) as const;
  const params = {
    barn: flock.barn.name,
    camera: `cam-${flock.barn.plan.key}`,
    gap: { quantity: percent, unit: '%' },
    counted: birds(counted),
    logged: birds(logged),
    difference: birds(logged - counted),
  } as const;
  const words = {
    title: message('vision.count.fewer.title', params),
    message: message('vision.count.fewer.whole', params),
  };
  return { words };
}

/** Barn rules raise one alert per barn, other rules one per flock. */
const OF_BARNS: readonly string[] = [
  ...['temp_high', 'temp_low', 'co2', 'nh3', 'rh', 'sensor_stale', 'density', 'count_gap'],
];

function subjectOf(rule: string, flock: DemoFlock | undefined): string | undefined {
  return OF_BARNS.includes(rule) ? flock?.barn.id : flock?.id;
}

type PresentAlert = Omit<AlertInput, 'flock'>;

const presentAlerts: Readonly<
  Partial<Record<Situation, (context: DemoContext, flock: DemoFlock) => PresentAlert | undefined>>
> = {
  outbreak: outbreakAlert,
  late_feed: lateFeedAlert,
  unlogged: gapAlert,
  broken_eggs: eggAlert,
};

function presentAlert(context: DemoContext, flock: DemoFlock): PresentAlert | undefined {
  const { situation } = flock.barn.plan;
  return situation === undefined ? undefined : presentAlerts[situation]?.(context, flock);
}

/** A warning raised last evening, critical since this morning. */
function outbreakAlert(context: DemoContext, flock: DemoFlock): PresentAlert | undefined {
  const latest = flock.course.findIndex(({ day }) => day === context.latestDay);
  const [yesterday, today] = flock.course.slice(latest - 1);
  if (!yesterday || !today) return undefined;
  const at = context.now - 15 * HOUR;
  const raisedAt = context.now - 1.2 * HOUR;
  const percent = roundTo((today.mortality / today.opening) * 100, 2);
  return {
    draft: {
      category: 'mortality',
      rule: 'mortality_spike',
      text: 'outbreak',
      values: { count: today.mortality, percent, yesterday: yesterday.mortality },
    },
    severity: 'critical',
    at,
    changedAt: raisedAt,
    fields: {
      status: 'open',
      occurrences: 2,
      severityHistory: [
        { at: formatInstant(at), severity: 'warning' },
        { at: formatInstant(raisedAt), severity: 'critical' },
      ],
    },
  };
}

function lateFeedAlert(context: DemoContext): PresentAlert {
  return {
    draft: {
      category: 'feed',
      rule: 'feed_out',
      text: 'lateFeed',
      values: {},
    },
    severity: 'warning',
    at: context.now - 4 * HOUR,
    fields: { status: 'open' },
  };
}

function gapAlert(context: DemoContext, flock: DemoFlock): PresentAlert {
  const live = flock.course.at(-1)?.live ?? 0;
  const counted = Math.round(live * 0.954);
  return {
    draft: {
      category: 'count',
      rule: 'count_gap',
      text: 'count',
      values: { percent: 4.6, counted, logged: live },
    },
    severity: 'warning',
    at: context.now - 7 * HOUR,
    fields: { status: 'open', occurrences: 7 },
  };
}

function eggAlert(context: DemoContext, flock: DemoFlock): PresentAlert | undefined {
  const latest = flock.course.findIndex((courseDay) => courseDay.day === context.latestDay);
  const day = flock.course[latest - 1];
  if (!day) return undefined;
  const percent = roundTo((day.eggsBroken / Math.max(1, day.eggs)) * 100, 1);
  const at = context.now - 21 * HOUR;
  return {
    draft: {
      category: 'production',
      rule: 'breakage',
      text: 'brokenEggs',
      values: { percent, broken: day.eggsBroken, eggs: day.eggs },
    },
    severity: 'warning',
    at,
    changedAt: at + HOUR,
    fields: { status: 'in_progress', acknowledgedAt: formatInstant(at + HOUR) },
  };
}

function medicineId(context: DemoContext, farm: DemoFarm, name: string): string | undefined {
  const stock = context.rows().medicine;
  return stock.find((item) => item.farmId === farm.id && item['name'] === name)?.id;
}

function addFarmAlerts(context: DemoContext, farm: DemoFarm): void {
  if (farm.plan.key === 'broilers') {
    addAlert(context, farm, {
      draft: {
        category: 'medicine',
        rule: 'medicine_expired',
        text: 'expiredMedicine',
        values: { product: context.phrases.products[EXPIRED_MEDICINE] },
      },
      severity: 'warning',
      at: context.now - 4.6 * 24 * HOUR,
      subject: medicineId(context, farm, context.phrases.products[EXPIRED_MEDICINE]),
      fields: { status: 'open', occurrences: 5 },
    });
  }
  if (farm.plan.key === 'layers') {
    addAlert(context, farm, {
      draft: {
        category: 'integration',
        rule: 'integration_failing',
        text: 'weatherKey',
        values: {},
      },
      severity: 'warning',
      at: context.now - 22 * HOUR,
      fields: { status: 'open', occurrences: 11 },
    });
  }
}
