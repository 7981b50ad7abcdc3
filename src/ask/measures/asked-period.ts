import type { FarmFrame } from '../../farming/core/farm-snapshot.ts';
import { addDays } from '../../tools/calendar.ts';
import type { MeasureQuestion, Period } from '../measure.ts';

/** The period of a question, no further than today; the usual one where it names none. */
export function askedPeriod(
  { period }: MeasureQuestion,
  { today }: Pick<FarmFrame, 'today'>,
  usual: 'today' | 'last7days' | 'month',
): Period {
  if (!period) return usualPeriod(usual, today);
  const to = period.to > today ? today : period.to;
  return { from: period.from, to };
}

function usualPeriod(usual: 'today' | 'last7days' | 'month', today: string): Period {
  if (usual === 'month') return { from: `${today.slice(0, 8)}01`, to: today };
  return { from: usual === 'today' ? today : addDays(today, -6), to: today };
}
