import type { InsightSection } from '../../model/insight-sections.ts';
import { message } from '../../model/message.ts';
import type { MissingData, OtherSections } from './section.ts';

/** The sections that were to be used and could not be computed. */
export function failedSections(
  uses: readonly InsightSection[],
  others: OtherSections,
): MissingData[] {
  return uses
    .filter((section) => others[section] === undefined)
    .map((section) => ({
      code: 'section_failed',
      message: message('insights.failed', { section }),
    }));
}
