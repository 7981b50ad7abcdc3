import { loadClassifier } from '../../ask/classifier/classifier.ts';
import { pickRecords } from '../../ask/grammar/pick-slots.ts';
import { readSentence } from '../../ask/grammar/read-sentence.ts';
import type { Choice } from '../../ask/grammar/understanding.ts';
import { type CompiledLexicon, loadLicences } from '../../ask/lexicon/compile-lexicon.ts';
import type { Fact } from '../../ask/measure.ts';
import { type FarmNames, farmNames, NAME_PARTS } from '../../ask/names/farm-names.ts';
import { normalText } from '../../ask/text/normalise.ts';
import { createWorkBudget, withinBudget } from '../../ask/text/work-limit.ts';
import type { FarmFrame, SnapshotPart } from '../../farming/core/farm-snapshot.ts';
import { validationFailed } from '../../model/core/errors.ts';
import { isLanguage, type Language } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { farms } from '../../model/resources/farms.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import { defaultThresholds } from '../../model/thresholds.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { detectLanguage } from '../../tools/detect-language.ts';
import type { UndoDescriptor } from '../actions/action-plan.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import { scopeOfFarm } from '../core/request-context.ts';
import { loadFarmSnapshot } from '../intelligence/farm-snapshot.ts';
import { type QuestionReading, toContext } from './understand-on-farm.ts';

/** A farm of the caller by its ID and name. */
export interface VisibleFarm {
  readonly id: string;
  readonly name: string;
}

/** The farm of a question, with all names that a question may use. */
export interface QuestionFarm {
  readonly farmId: string;
  readonly frame: FarmFrame;
  readonly names: FarmNames;
}

/** Maximum number of farms that are searched for by name in a question. */
const MAX_FARMS = 500;

/** The farms of the caller, by name. */
export async function listVisibleFarms(
  connection: Connection,
  scope: Scope,
): Promise<VisibleFarm[]> {
  const rows = await listRows(connection, farms, {
    scope,
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit: MAX_FARMS,
    offset: 0,
  });
  return rows.map((row) => JSON.parse(row) as VisibleFarm);
}

/**
 * The farm of a question: the one it names, else the one sent with it, else the caller's only one.
 * Throws `farm_forbidden` for a sent farm that is not visible to the caller.
 */
export async function chooseFarm(
  connection: Connection,
  scope: Scope,
  farm: {
    readonly sent: string | undefined;
    readonly named: string | undefined;
    readonly known: readonly VisibleFarm[];
  },
): Promise<string> {
  await scopeOfFarm(connection, scope, farm.sent);
  const [only, ...others] = farm.known;
  const chosen = farm.named ?? farm.sent ?? (others.length === 0 ? only?.id : undefined);
  if (chosen !== undefined) return chosen;
  throw validationFailed([
    {
      path: 'farmId',
      code: 'required',
      message: 'farmId is required, since the key does not see exactly one farm.',
    },
  ]);
}

/** Loads the names of a farm, without those of modules that the caller may not read. */
export async function loadQuestionFarm(
  connection: Connection,
  request: {
    readonly actor: Actor;
    readonly now: number;
    readonly farmId: string;
    readonly known: readonly VisibleFarm[];
  },
): Promise<QuestionFarm> {
  const { actor, now, farmId, known } = request;
  const input = { scope: scopeOf(actor), farmId, now };
  const loaded = await loadFarmSnapshot(connection, input, NAME_PARTS);
  const isHidden = (part: 'users' | 'contacts' | 'medicine' | 'tasks') =>
    missingScopes(actor, [part]).length > 0;
  const snapshot = {
    ...loaded,
    users: isHidden('users') ? [] : loaded.users,
    contacts: isHidden('contacts') ? [] : loaded.contacts,
    medicine: isHidden('medicine') ? [] : loaded.medicine,
    tasks: isHidden('tasks') ? [] : loaded.tasks,
  };
  return { farmId, frame: loaded, names: farmNames(snapshot, known) };
}

/** The result of an action ordered by a question. */
export interface ActionOutcome {
  readonly status: 'executed' | 'suppressed' | 'proposed' | 'refused';
  readonly type: string;
  /** The body for `POST /actions`; for an order that changes a record, the written values. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly reason?: string;
  readonly undo?: UndoDescriptor;
}

/** The answer of `POST /ask`. */
export interface AskAnswer {
  readonly answer: string;
  readonly lang: Language;
  readonly mode: 'deterministic' | 'model';
  readonly understood: Readonly<Record<string, unknown>>;
  readonly confidence: number;
  readonly facts: readonly Fact[];
  readonly clarify?: readonly Choice[];
  readonly missing?: readonly unknown[];
  /** Scopes that the key lacks for this answer. */
  readonly needs?: readonly string[];
  readonly action?: ActionOutcome;
  /** A model was needed but did not return a valid answer; this is the engine's answer. */
  readonly degraded?: true;
  /** The conversation for the next question. */
  readonly conversationId?: string;
}

/**
 * The module of each snapshot part. Barns and flocks are place names, which every answer about a
 * farm needs: they require no scope.
 */
const MODULES: Readonly<Record<SnapshotPart, ResourceName | null>> = {
  barns: null,
  liveFlocks: null,
  closedFlocks: null,
  liveLogs: 'daily-logs',
  closedLogs: 'daily-logs',
  lateLogs: 'daily-logs',
  sales: 'sales',
  feedDeliveries: 'feed-deliveries',
  expenses: 'expenses',
  treatments: 'treatments',
  feedOrders: 'feed-orders',
  marketOrders: 'market-orders',
  tenders: 'tenders',
  tenderBids: 'tender-bids',
  medicine: 'medicine',
  contacts: 'contacts',
  devices: 'devices',
  integrations: 'integrations',
  automations: 'automations',
  users: 'users',
  alerts: 'alerts',
  tasks: 'tasks',
  fieldReports: 'field-reports',
  regItems: 'reg-items',
  events: 'events',
  moults: 'events',
  recentPhotos: 'media',
  readings: 'env-readings',
  newestReadings: 'env-readings',
  barnHours: 'env-readings',
  weather: 'env-readings',
  seenDeaths: 'vision-events',
  seenCounts: 'vision-events',
  seenBehaviour: 'vision-events',
  weighSamples: 'vision-events',
  smartWeights: 'vision-events',
  calibrations: 'devices',
  cameraSightings: 'vision-events',
  unregisteredCameras: 'vision-events',
  groupResults: null,
  alertTimes: 'alerts',
  taskTimes: 'tasks',
  dailyWeights: 'vision-events',
  editedAutomations: 'automations',
  webhooks: null,
  reach: 'alerts',
};

/** The scopes that a caller lacks for these parts; empty when the caller may see them. */
export function missingScopes(actor: Actor, parts: readonly SnapshotPart[]): readonly string[] {
  return neededScopes(parts).filter((scope) => !coversScope(actor.scopes, scope));
}

/** The scopes required for these parts. */
export function neededScopes(parts: readonly SnapshotPart[]): readonly string[] {
  const modules = parts.map((part) => MODULES[part]).filter((module) => module !== null);
  return [...new Set(modules)].map((module) => `read:${module}`).sort();
}

const QUOTED_TITLES = /["“«「][^"“«「”»」]*["”»」]|[:：].*$/gsu;
/** Patterns that remove all but the letters of one script. */
const SCRIPTS = [/[^\p{Script=Hebrew}]+/gu, /[^\p{Script=Thai}]+/gu, /[^\p{Script=Han}]+/gu].map(
  (others) => (text: string) => text.replace(others, ''),
);

/**
 * The possible languages of a question, most likely first: that of its letters and words, the
 * requested answer language, that of the organisation, and the two languages in Latin script.
 */
export function questionLanguages(
  question: string,
  preferences: { readonly asked: Language | undefined; readonly organisation: Language },
): readonly Language[] {
  // A title quoted or at the end of a sentence may be in any language.
  const own = question.replace(QUOTED_TITLES, ' ');
  const detected = [detectLanguage(own), ...SCRIPTS.map((script) => detectLanguage(script(own)))];
  const detectedLanguages = detected.filter(
    (one) => one !== undefined && isLanguage(one),
  ) as Language[];
  const requested = preferences.asked === undefined ? [] : [preferences.asked];
  // Text in Latin letters only is never Hebrew, Thai or Chinese, whatever the organisation's
  // language.
  const isLatin = SCRIPTS.every((script) => script(own) === '');
  const rest = isLatin
    ? [...[preferences.organisation].filter(isOfLatin), 'en', 'es', preferences.organisation]
    : [preferences.organisation, 'en', 'es'];
  return [...new Set([...detectedLanguages, ...requested, ...rest] as Language[])];
}

function isOfLatin(language: Language): boolean {
  return language === 'en' || language === 'es';
}

/** The farm named by a question, if it is one of these and the only one named. */
export function findNamedFarm(
  question: string,
  farms: readonly VisibleFarm[],
  { lexicons, budget }: QuestionReading,
): string | undefined {
  return withinBudget(budget, () => findFarmInAnyLanguage(lexicons, question, farms));
}

function findFarmInAnyLanguage(
  lexicons: readonly CompiledLexicon[],
  question: string,
  candidates: readonly VisibleFarm[],
): string | undefined {
  const text = normalText(question);
  const mentioned = candidates.filter(({ id, name }) =>
    [id, name].some((one) => text.includes(normalText(one))),
  );
  // Parsing is expensive: skipped when the question contains no farm name.
  if (mentioned.length === 0) return undefined;
  const farms = mentioned.map(
    ({ id, name }) => ({ kind: 'farm', id, name, resource: 'farms' }) as const,
  );
  const names = { barns: [], flocks: [], people: [], products: [], farms };
  for (const compiled of lexicons) {
    const context = toContext(compiled, {
      names,
      today: '2000-01-01',
      thresholds: defaultThresholds,
    });
    const [farm, ...others] = pickRecords(readSentence(question, context).spans).farms;
    if (farm && others.length === 0) return farm.id;
  }
  return undefined;
}

/** The data with which a question is read, and its work limit. */
export async function loadReading(lexicons: readonly CompiledLexicon[]): Promise<QuestionReading> {
  const [licences, classifier] = await Promise.all([loadLicences(), loadClassifier()]);
  return { lexicons, budget: createWorkBudget(), licences, classifier };
}
