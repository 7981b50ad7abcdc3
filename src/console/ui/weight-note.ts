import { useFormats, useText } from '../i18n/language.tsx';

/** What of a flock says where its weight today comes from. */
interface WeightToday {
  readonly weightG: number | null;
  readonly deviationPct: number | null;
  readonly weightDate: string | null;
  readonly weightEstimated: boolean | null;
}

/** What the weight of a flock is beside the standard, and of which day its measurement is. */
export function useWeightNote(): (flock: WeightToday) => string | undefined {
  const text = useText();
  const formats = useFormats();
  return ({ weightG, deviationPct, weightDate, weightEstimated }) => {
    const parts = [
      deviationPct === null
        ? undefined
        : text('barn.ofStandard', { deviation: formats.change(deviationPct, 1) }),
      weightG === null || !weightEstimated || weightDate === null
        ? undefined
        : text('barn.estimate', { day: formats.day(weightDate) }),
    ];
    return parts.filter((part) => part !== undefined).join(' · ') || undefined;
  };
}
