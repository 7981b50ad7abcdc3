import type { InsightSection } from '../../model/insight-sections.ts';
import type { Steps } from '../../tools/steps.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { type Insights, insightSteps } from './compute-insights.ts';
import type { OtherSections } from './section.ts';
import { sectionDefinitions } from './section-definitions.ts';

/** Sections for what draws on them, without those that failed; and what these threw. */
export function* otherSteps(
  snapshot: FarmSnapshot,
  sections: readonly InsightSection[],
): Steps<{ readonly others: OtherSections; readonly failures: Insights['failures'] }> {
  const computed = yield* insightSteps(snapshot, sections, sectionDefinitions);
  const failed = computed.failures.map(({ section }) => section);
  const done = Object.entries(computed.sections).filter(
    ([section]) => !(failed as readonly string[]).includes(section),
  );
  return { others: Object.fromEntries(done), failures: computed.failures };
}
