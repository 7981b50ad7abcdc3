import { insightSteps, partsOf } from '../../farming/insights/compute-insights.ts';
import { sectionDefinitions } from '../../farming/insights/section-definitions.ts';
import { renderMessages } from '../../i18n/render-message.ts';
import { FarmError, validationFailed } from '../../model/errors.ts';
import { type InsightSection, insightSections } from '../../model/insight-sections.ts';
import { runInSlices } from '../../storage/in-slices.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { nearestWord } from '../../tools/nearest-word.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { askedFarm, speakerOf } from './asked-farm.ts';
import { loadFarmSnapshot } from './load-farm-snapshot.ts';

/** Told of every section that failed, with what it threw. */
export type ReportFailure = (section: InsightSection, error: unknown) => void;

/** `GET /insights`: the sections asked for; one that fails leaves the others standing. */
export async function readInsights(
  runtime: Runtime,
  call: Call,
  reportFailure: ReportFailure,
): Promise<Answer> {
  const { database } = runtime;
  const { farmId, scope, parameters } = await askedFarm(database, 'insights', call);
  await runtime.changedFarms?.settle(scope, farmId);
  const include = includedSections(parameters['include'] as readonly string[] | undefined);
  const parts = partsOf(include, sectionDefinitions);
  const snapshot = await loadFarmSnapshot(database, { scope, farmId, now: call.at }, parts);
  const { sections, failures } = await runInSlices(
    insightSteps(snapshot, include, sectionDefinitions),
  );
  const [first] = failures;
  // A service that cannot be reached at all says so, not fifteen times that something failed.
  if (first?.error instanceof FarmError && failures.length === include.length) throw first.error;
  for (const { section, error } of failures) reportFailure(section, error);
  const speaker = await speakerOf(parameters['lang'], snapshot.language);
  const { currency } = snapshot;
  const asOf = formatInstant(snapshot.now);
  return jsonAnswer({ farmId, asOf, currency, sections: renderMessages(speaker, sections) });
}

function includedSections(asked: readonly string[] | undefined): readonly InsightSection[] {
  if (asked === undefined) return insightSections;
  const issues = asked
    .filter((name) => !(insightSections as readonly string[]).includes(name))
    .map((name) => unknownSection(name));
  if (issues.length > 0) throw validationFailed(issues);
  return insightSections.filter((section) => asked.includes(section));
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
