import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { DIGEST_PARTS, digestOf } from '../../../farming/digest/digest.ts';
import { weatherSection } from '../../../farming/insights/weather-section.ts';
import type { MeasureAnswer, MeasureDefinition } from '../../measure.ts';
import { factsOfMessage, wordFact } from '../fact-of.ts';

const PARTS = [...DIGEST_PARTS, ...weatherSection.parts] as const;
type BriefingPart = (typeof DIGEST_PARTS)[number] | 'integrations' | 'weather';

/** What happened in the night, as the headline of the morning briefing says it. */
export const briefing = {
  parts: [...new Set(PARTS)] as readonly BriefingPart[],
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
      ...factsOfMessage(line.text, line, { asOf: date }),
    ]),
    lines: headline,
  };
}
