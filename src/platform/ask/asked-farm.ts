import type { AskedBefore } from '../../ask/conversation-memory.ts';
import { understandFollowUp } from '../../ask/follow-up.ts';
import { mayGoOn, readTurn } from '../../ask/follow-up-turns.ts';
import { type Manner, mannerOf } from '../../ask/grammar/asked-values.ts';
import { pickRecords } from '../../ask/grammar/pick-slots.ts';
import { readSentence, type SentenceContext } from '../../ask/grammar/read-sentence.ts';
import { retell } from '../../ask/grammar/retell.ts';
import type { Choice, Understanding } from '../../ask/grammar/understanding.ts';
import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import { type Answered, isLicensed, type Licences } from '../../ask/licence.ts';
import type { Fact } from '../../ask/measure.ts';
import { type FarmNames, farmNames, NAME_PARTS } from '../../ask/names/farm-names.ts';
import { normalText, unmarkedText } from '../../ask/text/normalise.ts';
import { type WorkBudget, withinBudget } from '../../ask/text/work-limit.ts';
import { understandSentence } from '../../ask/understand.ts';
import type { FarmFrame, SnapshotPart } from '../../farming/core/farm-snapshot.ts';
import { validationFailed } from '../../model/core/errors.ts';
import { type Language, message } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { farms } from '../../model/resources/farms.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import { defaultThresholds, type Thresholds } from '../../model/thresholds.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { UndoDescriptor } from '../actions/action-plan.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import { scopeOfFarm } from '../core/request-context.ts';
import { loadFarmSnapshot } from '../intelligence/farm-snapshot.ts';

/** A farm of the caller by its id and name. */
export interface KnownFarm {
  readonly id: string;
  readonly name: string;
}

/** A farm that is asked about, with all that a question may name. */
export interface AskedFarmNames {
  readonly farmId: string;
  readonly frame: FarmFrame;
  readonly names: FarmNames;
}

/** More farms than these are not looked for by name in a question. */
const MOST_FARMS = 500;

/** The farms of the caller, by name. */
export async function listKnownFarms(connection: Connection, scope: Scope): Promise<KnownFarm[]> {
  const rows = await listRows(connection, farms, {
    scope,
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit: MOST_FARMS,
    offset: 0,
  });
  return rows.map((row) => JSON.parse(row) as KnownFarm);
}

/**
 * The farm that a question is about: the one it names, else the one sent along, else the only one of
 * the caller. Throws `farm_forbidden` for one sent along that the caller may not see.
 */
export async function chooseFarm(
  connection: Connection,
  scope: Scope,
  farm: {
    readonly sent: string | undefined;
    readonly named: string | undefined;
    readonly known: readonly KnownFarm[];
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
export async function loadAskedFarm(
  connection: Connection,
  asked: {
    readonly actor: Actor;
    readonly now: number;
    readonly farmId: string;
    readonly known: readonly KnownFarm[];
  },
): Promise<AskedFarmNames> {
  const { actor, now, farmId, known } = asked;
  const input = { scope: scopeOf(actor), farmId, now };
  const loaded = await loadFarmSnapshot(connection, input, NAME_PARTS);
  const isHidden = (part: 'users' | 'contacts' | 'medicine') =>
    missingScopes(actor, [part]).length > 0;
  const snapshot = {
    ...loaded,
    users: isHidden('users') ? [] : loaded.users,
    contacts: isHidden('contacts') ? [] : loaded.contacts,
    medicine: isHidden('medicine') ? [] : loaded.medicine,
  };
  return { farmId, frame: loaded, names: farmNames(snapshot, known) };
}

/** A question as it was understood, and in which language. */
export interface UnderstoodQuestion {
  readonly understanding: Understanding;
  readonly language: Language;
  readonly manner: Manner;
}

/** What a question may name on a farm, and the farm's day. */
interface AskedPlace {
  readonly names: FarmNames;
  readonly today: CalendarDay;
  readonly thresholds: Pick<Thresholds, 'weekStartsOn'>;
}

/** The languages to read a question in, the likeliest first, and the work that may go into it. */
export interface QuestionReading {
  readonly lexicons: readonly CompiledLexicon[];
  readonly budget: WorkBudget;
  /** Without which a reading is only suggested. */
  readonly licences: Licences;
  /** The question before, where the sentence may continue a conversation. */
  readonly before?: AskedBefore | undefined;
}

/** Understands a question in the first language that makes sense of it, else in the likeliest. */
export function understandOnFarm(
  question: string,
  farm: AskedPlace,
  { lexicons, budget, licences, before }: QuestionReading,
): UnderstoodQuestion {
  const [likeliest] = lexicons;
  if (!likeliest) throw new Error('a question is read in at least one language');
  const understood = withinBudget(
    budget,
    () =>
      (before && continueOrConfirm(lexicons, question, { farm, before, licences })) ??
      understandInOneOf(lexicons, question, { farm, budget, licences }),
  );
  return understood ?? tooComplicated(likeliest);
}

/** What was suggested is confirmed by a yes, and else forgotten; what was answered goes on. */
function continueOrConfirm(
  lexicons: readonly CompiledLexicon[],
  question: string,
  place: Parameters<typeof continueInOneOf>[2],
): UnderstoodQuestion | undefined {
  const { isSuggested, ...before } = place.before;
  if (!isSuggested) return continueInOneOf(lexicons, question, place);
  const said = unmarkedText(question);
  if (!lexicons.some(({ assents }) => assents.has(said))) return undefined;
  const { language } = before;
  const manner = { isOpen: false, isOrder: false, numbers: [] };
  const understanding: Understanding =
    'intent' in before
      ? { kind: 'question', intent: before.intent, question: before.question, confidence: 1 }
      : { kind: 'records', view: before.view, form: before.form, confidence: 1 };
  return { understanding, language, manner };
}

/** What a sentence means as a continuation; its language is that of the question before if it fits. */
function continueInOneOf(
  lexicons: readonly CompiledLexicon[],
  question: string,
  place: Pick<QuestionReading, 'licences'> & {
    readonly farm: AskedPlace;
    readonly before: AskedBefore;
  },
): UnderstoodQuestion | undefined {
  const { farm, before, licences } = place;
  const isBefore = ({ lexicon }: CompiledLexicon) => lexicon.language === before.language;
  const ordered = [...lexicons.filter(isBefore), ...lexicons.filter((one) => !isBefore(one))];
  for (const compiled of ordered) {
    const context = contextOf(compiled, farm);
    const understanding = understandFollowUp(question, context, before);
    if (!understanding) continue;
    const turn = readTurn(question, context);
    const isSuggested = isAnswer(understanding) && !mayGoOn(understanding, turn, before, licences);
    return {
      understanding: isSuggested ? suggestion(understanding) : understanding,
      language: compiled.lexicon.language,
      manner: mannerOf(readSentence(question, context), compiled),
    };
  }
  return undefined;
}

function understandInOneOf(
  lexicons: readonly CompiledLexicon[],
  question: string,
  {
    farm,
    budget,
    licences,
  }: Pick<QuestionReading, 'budget' | 'licences'> & {
    readonly farm: AskedPlace;
  },
): UnderstoodQuestion | undefined {
  let first: UnderstoodQuestion | undefined;
  // Most are understood at once: no further language is tried than is needed.
  for (const compiled of lexicons) {
    const read = withinBudget(budget, () => understandIn(compiled, question, { farm, licences }));
    // What was read before the work became too much still stands.
    if (!read) return first;
    const { understanding } = read;
    const { kind } = understanding;
    if (kind !== 'unclear' || understanding.intent !== null || understanding.suggested) return read;
    first ??= read;
  }
  return first;
}

function understandIn(
  compiled: CompiledLexicon,
  question: string,
  { farm, licences }: { readonly farm: AskedPlace; readonly licences: Licences },
): UnderstoodQuestion {
  const context = contextOf(compiled, farm);
  const sentence = readSentence(question, context);
  const found = understandSentence(sentence, context);
  const told = retell(sentence, context);
  const read = { sentence: told === undefined ? sentence : readSentence(told, context), context };
  const isSuggested = isAnswer(found) && !isLicensed(found, read, licences);
  return {
    understanding: isSuggested ? suggestion(found) : found,
    language: compiled.lexicon.language,
    manner: mannerOf(sentence, compiled),
  };
}

function isAnswer(understood: Understanding): understood is Answered {
  return understood.kind === 'question' || understood.kind === 'records';
}

/** Below the least confidence of an answer. */
const SUGGESTED = 0.7;

/** What a question may mean is asked back, not answered. */
function suggestion(suggested: Answered): Understanding {
  const reason = message('ask.not_sure');
  return { kind: 'unclear', intent: null, reason, choices: [], suggested, confidence: SUGGESTED };
}

function tooComplicated({ lexicon }: CompiledLexicon): UnderstoodQuestion {
  const reason = message('ask.too_complicated');
  return {
    understanding: { kind: 'unclear', intent: null, reason, choices: [], confidence: 0 },
    language: lexicon.language,
    manner: { isOpen: false, isOrder: false, numbers: [] },
  };
}

/** The farm that a question names, where it is one of these and no other is named. */
export function findNamedFarm(
  question: string,
  known: readonly KnownFarm[],
  { lexicons, budget }: QuestionReading,
): string | undefined {
  return withinBudget(budget, () => findFarmInOneOf(lexicons, question, known));
}

function findFarmInOneOf(
  lexicons: readonly CompiledLexicon[],
  question: string,
  known: readonly KnownFarm[],
): string | undefined {
  const text = normalText(question);
  const mentioned = known.filter(({ id, name }) =>
    [id, name].some((one) => text.includes(normalText(one))),
  );
  // Reading a question takes its work: it is not read for farms where none stands in it.
  if (mentioned.length === 0) return undefined;
  const farms = mentioned.map(
    ({ id, name }) => ({ kind: 'farm', id, name, resource: 'farms' }) as const,
  );
  const names = { barns: [], flocks: [], people: [], products: [], farms };
  for (const compiled of lexicons) {
    const context = contextOf(compiled, {
      names,
      today: '2000-01-01',
      thresholds: defaultThresholds,
    });
    const [farm, ...others] = pickRecords(readSentence(question, context).spans).farms;
    if (farm && others.length === 0) return farm.id;
  }
  return undefined;
}

function contextOf(compiled: CompiledLexicon, place: AskedPlace): SentenceContext {
  const { names, today, thresholds } = place;
  const { weekStartsOn } = thresholds;
  return { compiled, names, calendar: { today, weekStartsOn, direction: 'past' } };
}

/** What became of an action that a question asks for. */
export interface AskedAction {
  readonly status: 'executed' | 'suppressed' | 'proposed' | 'refused';
  readonly type: string;
  /** The body that `POST /actions` takes; of an order that changes a record, what it writes. */
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
  /** Scopes that the key lacks to be told the answer. */
  readonly needs?: readonly string[];
  readonly action?: AskedAction;
  /** A model should have been asked, but did not answer as it must; this is the engine's answer. */
  readonly degraded?: true;
  /** The conversation that the next question may continue. */
  readonly conversationId?: string;
}

/**
 * The module whose rows a part of a snapshot holds. Barns and flocks are the names of places, without
 * which nothing can be told of a farm: they need no scope of their own.
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

/** The scopes that a caller lacks to be told what these parts hold; empty where it may be told. */
export function missingScopes(actor: Actor, parts: readonly SnapshotPart[]): readonly string[] {
  return neededScopes(parts).filter((scope) => !coversScope(actor.scopes, scope));
}

/** The scopes that a caller needs to be told what these parts hold. */
export function neededScopes(parts: readonly SnapshotPart[]): readonly string[] {
  const modules = parts.map((part) => MODULES[part]).filter((module) => module !== null);
  return [...new Set(modules)].map((module) => `read:${module}`).sort();
}
