import { setupOf } from '../../../farming/setup/setup.ts';
import { SETUP_PARTS, type SetupSnapshot } from '../../../farming/setup/setup-steps.ts';
import { message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition } from '../../measure.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';

const MOST_STEPS = 5;

/** How far the farm is set up, and which steps are left. */
export const setupProgress = {
  parts: SETUP_PARTS,
  per: 'farm',
  aggregations: ['value', 'list'],
  compute: computeSetup,
} as const satisfies MeasureDefinition<(typeof SETUP_PARTS)[number]>;

function computeSetup(snapshot: SetupSnapshot): MeasureAnswer {
  const { progressPct, done, total, items } = setupOf(snapshot);
  const frame = { asOf: snapshot.today };
  const [pct, finished, all] = [
    factOf('Setup', progressPct, { ...frame, unit: '%' }),
    factOf('Setup steps done', done, frame),
    factOf('Setup steps', total, frame),
  ];
  const open = items
    .filter((item) => !item.done && !item.optional)
    .toSorted((left, right) => right.weight - left.weight)
    .slice(0, MOST_STEPS);
  return {
    facts: [pct, finished, all, ...open.map(({ key }) => wordFact('Setup step open', key, frame))],
    lines: [
      message('ask.setup', { pct: shown(pct), done: finished.value, total: all.value }),
      ...open.map(({ title }) => message('ask.setupOpen', { title })),
    ],
    missing: open.map(({ key, title, fix }) => ({
      code: key,
      message: title,
      ...(fix ? { fix } : {}),
    })),
  };
}
