import { CONTEXT_PARTS, contextOf, narrativeOf } from '../../farming/context/build-context.ts';
import type { FarmSnapshot, SnapshotPart } from '../../farming/core/farm-snapshot.ts';
import {
  DIGEST_PARTS,
  type Digest,
  digestOf,
  type WeatherOutlook,
} from '../../farming/digest/digest.ts';
import { gapSteps } from '../../farming/gaps/find-gaps.ts';
import { GAP_PARTS } from '../../farming/gaps/gap.ts';
import {
  insightSteps,
  partsOf,
  sectionDefinitions,
} from '../../farming/insights/compute-insights.ts';
import { weatherSection } from '../../farming/insights/weather-section.ts';
import { setupOf } from '../../farming/setup/setup.ts';
import { SETUP_PARTS } from '../../farming/setup/setup-steps.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { FarmError, validationFailed } from '../../model/core/errors.ts';
import { type InsightSection, insightSections } from '../../model/core/insight-sections.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { runInSlices } from '../../storage/core/slices.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { nearestWord } from '../../tools/words.ts';
import type { ParameterValues } from '../core/admission.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { requestedFarm, translatorOf } from '../core/requested-farm.ts';
import type { Runtime } from '../core/runtime.ts';
import { renderAnswerBody } from '../core/typed-fixes.ts';
import { loadFarmSnapshot } from './farm-snapshot.ts';

/** The snapshot parts of a digest. */
export const DIGEST_SNAPSHOT_PARTS = [...DIGEST_PARTS, ...weatherSection.parts] as const;

type DigestSnapshot = FarmSnapshot<(typeof DIGEST_SNAPSHOT_PARTS)[number]>;

/** Called with the error of every failed section. */
export type ReportFailure = (section: InsightSection, error: unknown) => void;

/** The morning digest of a farm, with the weather section if available. */
export function digestWithWeather(snapshot: DigestSnapshot, reportFailure?: ReportFailure): Digest {
  return digestOf(snapshot, weatherOutlook(snapshot, reportFailure));
}

/** The weather section if available: a digest without it is better than none. */
function weatherOutlook(
  snapshot: DigestSnapshot,
  reportFailure?: ReportFailure,
): WeatherOutlook | undefined {
  try {
    const weather = weatherSection.compute(snapshot, {});
    return weather.status === 'not_enough_data' ? undefined : weather;
  } catch (error) {
    reportFailure?.('weather', error);
    return undefined;
  }
}

/** A question about one farm: the snapshot parts it needs, and its answer in a language. */
interface FarmQuestion<P extends SnapshotPart> {
  readonly parts: readonly P[];
  /** The answer, or a promise of it. */
  readonly answer: (snapshot: FarmSnapshot<P>, request: Asked) => unknown;
}

interface Asked {
  readonly translator: Translator;
  readonly parameters: ParameterValues;
  readonly reportFailure?: ReportFailure;
}

const context: FarmQuestion<(typeof CONTEXT_PARTS)[number]> = {
  parts: CONTEXT_PARTS,
  answer: (snapshot, { translator, parameters }) => {
    const depth = parameters['depth'] === 'summary' ? 'summary' : 'full';
    const context = contextOf(snapshot, { depth });
    const lines = narrativeOf(context).map((line) => renderMessage(translator, line));
    return renderAnswerBody(translator, { ...context, narrative: lines.join('\n') });
  },
};

const gaps: FarmQuestion<(typeof GAP_PARTS)[number]> = {
  parts: GAP_PARTS,
  answer: async (snapshot, { translator }) =>
    renderAnswerBody(translator, await runInSlices(gapSteps(snapshot))),
};

const digest: FarmQuestion<(typeof DIGEST_SNAPSHOT_PARTS)[number]> = {
  parts: DIGEST_SNAPSHOT_PARTS,
  answer: (snapshot, { translator, reportFailure }) =>
    renderAnswerBody(translator, digestWithWeather(snapshot, reportFailure)),
};

const setup: FarmQuestion<(typeof SETUP_PARTS)[number]> = {
  parts: SETUP_PARTS,
  answer: (snapshot, { translator }) => renderAnswerBody(translator, setupOf(snapshot)),
};

/**
 * `GET /context`, `/gaps`, `/digest` and `/setup`: one snapshot of a farm, evaluated by pure
 * functions.
 */
export const farmQuestions = {
  context: (runtime: Runtime, call: RequestContext) =>
    answerQuestion('context', context, { runtime, call }),
  gaps: (runtime: Runtime, call: RequestContext) => answerQuestion('gaps', gaps, { runtime, call }),
  digest: (runtime: Runtime, call: RequestContext, reportFailure: ReportFailure) =>
    answerQuestion('digest', digest, { runtime, call, reportFailure }),
  setup: (runtime: Runtime, call: RequestContext) =>
    answerQuestion('setup', setup, { runtime, call }),
} as const;

interface QuestionCall {
  readonly runtime: Runtime;
  readonly call: RequestContext;
  readonly reportFailure?: ReportFailure;
}

async function answerQuestion<P extends SnapshotPart>(
  operationId: RouteId,
  question: FarmQuestion<P>,
  { runtime, call, reportFailure }: QuestionCall,
): Promise<Result> {
  const { database } = runtime;
  const { farmId, scope, parameters } = await requestedFarm(database, operationId, call);
  await runtime.changedFarms?.settle(scope, farmId);
  const input = { scope, farmId, now: call.at };
  const snapshot = await loadFarmSnapshot(database, input, question.parts);
  const translator = await translatorOf(parameters['lang'], snapshot.language);
  const query = { translator, parameters, ...(reportFailure ? { reportFailure } : {}) };
  return jsonResult(await question.answer(snapshot, query));
}

/** `GET /insights`: the requested sections; a failing one does not affect the others. */
export async function readInsights(
  runtime: Runtime,
  call: RequestContext,
  reportFailure: ReportFailure,
): Promise<Result> {
  const { database } = runtime;
  const { farmId, scope, parameters } = await requestedFarm(database, 'insights', call);
  await runtime.changedFarms?.settle(scope, farmId);
  const include = includedSections(parameters['include'] as readonly string[] | undefined);
  const parts = partsOf(include, sectionDefinitions);
  const snapshot = await loadFarmSnapshot(database, { scope, farmId, now: call.at }, parts);
  const { sections, failures } = await runInSlices(
    insightSteps(snapshot, include, sectionDefinitions),
  );
  const [first] = failures;
  // When the service is unavailable, report that once instead of one failure per section.
  if (first?.error instanceof FarmError && failures.length === include.length) throw first.error;
  for (const { section, error } of failures) reportFailure(section, error);
  const translator = await translatorOf(parameters['lang'], snapshot.language);
  const { currency } = snapshot;
  const asOf = formatInstant(snapshot.now);
  return jsonResult({ farmId, asOf, currency, sections: renderAnswerBody(translator, sections) });
}

function includedSections(requested: readonly string[] | undefined): readonly InsightSection[] {
  if (requested === undefined) return insightSections;
  const issues = requested
    .filter((name) => !(insightSections as readonly string[]).includes(name))
    .map((name) => unknownSection(name));
  if (issues.length > 0) throw validationFailed(issues);
  return insightSections.filter((section) => requested.includes(section));
}

function unknownSection(name: string) {
  const suggestion = nearestWord(name, insightSections);
  return {
    path: 'include',
    code: 'not_allowed',
    message: `include names ${JSON.stringify(name)}, which is no section; the sections are ${insightSections.join(', ')}.`,
    allowed: insightSections,
    ...(suggestion ? { suggestion } : {}),
  } as const;
}
