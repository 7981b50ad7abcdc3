import { useFormats, useText } from '../i18n/language.tsx';

/** The fields of a flock with the source of its current weight. */
interface WeightToday {
  readonly weightG: number | null;
  readonly deviationPct: number | null;
  readonly weightDate: string | null;
  readonly weightEstimated: boolean | null;
}

/** The deviation of a flock's weight from the standard, and the day of its measurement. */
export function useWeightNote(): (flock: WeightToday) => string | undefined {
  const text = useText();
  const formats = useFormats();
  return ({ weightG, deviationPct, weightDate, weightEstimated }) => {
    const parts = [
      deviationPct === null
        ? undefined
        : text('barn.ofStandard', { deviation: formats.change(deviationPct) }),
      weightG === null || !weightEstimated || weightDate === null
        ? undefined
        : text('barn.estimate', { day: formats.day(weightDate) }),
    ];
    return parts.filter((part) => part !== undefined).join(' · ') || undefined;
  };
}
