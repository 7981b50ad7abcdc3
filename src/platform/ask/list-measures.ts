import { examples } from '../../ask/lexicon/en/examples.ts';
import type { MeasureDefinition } from '../../ask/measure.ts';
import { measures } from '../../ask/measures/measures.ts';
import { measureNames, measureSummaries } from '../../model/measures.ts';
import { requireScope } from '../access/actor.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import { neededScopes } from './part-modules.ts';

/** `GET /os/measures`: everything that can be asked of a farm by name. */
export function listMeasures(call: Call): Answer {
  call.subject.resource = 'measures';
  requireScope(call.actor, 'read:any');
  operationParameters({}, call);
  const data = measureNames.map((id) => {
    const { per, usualPeriod, aggregations, slots = {}, parts }: MeasureDefinition = measures[id];
    const told = {
      per,
      usualPeriod: usualPeriod ?? null,
      aggregations,
      slots,
      scopes: neededScopes(parts),
    };
    return { id, summary: measureSummaries[id], example: examples[id], ...told };
  });
  return jsonAnswer({ data });
}
