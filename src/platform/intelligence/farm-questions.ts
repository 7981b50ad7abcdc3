import { CONTEXT_PARTS, contextOf } from '../../farming/context/context-of.ts';
import { narrativeOf } from '../../farming/context/narrative-of.ts';
import { DIGEST_PARTS, digestOf } from '../../farming/digest/digest-of.ts';
import type { WeatherOutlook } from '../../farming/digest/weather-outlook.ts';
import { GAP_PARTS } from '../../farming/gaps/gap-rule.ts';
import { gapSteps } from '../../farming/gaps/gaps-of.ts';
import { weatherSection } from '../../farming/insights/weather-section.ts';
import { setupOf } from '../../farming/setup/setup-of.ts';
import { SETUP_PARTS } from '../../farming/setup/setup-step.ts';
import type { FarmSnapshot, SnapshotPart } from '../../farming/snapshot/farm-snapshot.ts';
import { renderMessage, renderMessages, type Speaker } from '../../i18n/render-message.ts';
import { runInSlices } from '../../storage/in-slices.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { ParameterValues } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';
import { askedFarm, speakerOf } from './asked-farm.ts';
import { loadFarmSnapshot } from './load-farm-snapshot.ts';
import type { ReportFailure } from './read-insights.ts';

/** A question about one farm: what has to be read for it, and its answer in a language. */
interface FarmQuestion<P extends SnapshotPart> {
  readonly parts: readonly P[];
  /** The answer, or a promise of it. */
  readonly answer: (snapshot: FarmSnapshot<P>, asked: Asked) => unknown;
}

interface Asked {
  readonly speaker: Speaker;
  readonly parameters: ParameterValues;
  readonly reportFailure?: ReportFailure;
}

const context: FarmQuestion<(typeof CONTEXT_PARTS)[number]> = {
  parts: CONTEXT_PARTS,
  answer: (snapshot, { speaker, parameters }) => {
    const depth = parameters['depth'] === 'summary' ? 'summary' : 'full';
    const found = contextOf(snapshot, { depth });
    const lines = narrativeOf(found).map((line) => renderMessage(speaker, line));
    return { ...found, narrative: lines.join('\n') };
  },
};

const gaps: FarmQuestion<(typeof GAP_PARTS)[number]> = {
  parts: GAP_PARTS,
  answer: async (snapshot, { speaker }) =>
    renderMessages(speaker, await runInSlices(gapSteps(snapshot))),
};

type DigestPart = (typeof DIGEST_PARTS)[number] | (typeof weatherSection)['parts'][number];

const digest: FarmQuestion<DigestPart> = {
  parts: [...DIGEST_PARTS, ...weatherSection.parts],
  answer: (snapshot, { speaker, reportFailure }) =>
    renderMessages(speaker, digestOf(snapshot, weatherOutlook(snapshot, reportFailure))),
};

/** The section weather where it is known: a briefing without it is better than none. */
function weatherOutlook(
  snapshot: FarmSnapshot<DigestPart>,
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

const setup: FarmQuestion<(typeof SETUP_PARTS)[number]> = {
  parts: SETUP_PARTS,
  answer: (snapshot, { speaker }) => renderMessages(speaker, setupOf(snapshot)),
};

/** `GET /context`, `/gaps`, `/digest` and `/setup`: one farm, read once, understood by pure functions. */
export const farmQuestions = {
  context: (runtime: Runtime, call: Call) => answerQuestion('context', context, { runtime, call }),
  gaps: (runtime: Runtime, call: Call) => answerQuestion('gaps', gaps, { runtime, call }),
  digest: (runtime: Runtime, call: Call, reportFailure: ReportFailure) =>
    answerQuestion('digest', digest, { runtime, call, reportFailure }),
  setup: (runtime: Runtime, call: Call) => answerQuestion('setup', setup, { runtime, call }),
} as const;

interface QuestionCall {
  readonly runtime: Runtime;
  readonly call: Call;
  readonly reportFailure?: ReportFailure;
}

async function answerQuestion<P extends SnapshotPart>(
  operationId: string,
  question: FarmQuestion<P>,
  { runtime, call, reportFailure }: QuestionCall,
): Promise<Answer> {
  const { database } = runtime;
  const { farmId, scope, parameters } = await askedFarm(database, operationId, call);
  await runtime.changedFarms?.settle(scope, farmId);
  const input = { scope, farmId, now: call.at };
  const snapshot = await loadFarmSnapshot(database, input, question.parts);
  const speaker = await speakerOf(parameters['lang'], snapshot.language);
  const asked = { speaker, parameters, ...(reportFailure ? { reportFailure } : {}) };
  return jsonAnswer(await question.answer(snapshot, asked));
}
