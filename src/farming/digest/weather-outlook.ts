import type { SectionFrame } from '../insights/section.ts';

/** What a briefing uses of the section weather. */
export interface WeatherOutlook extends SectionFrame {
  /** `none`, `mild`, `warning` or `critical`. */
  readonly heatRisk?: string | null;
  /** The highest temperature-humidity index to come, °C. */
  readonly maxThi?: number | null;
  readonly coldRisk?: boolean | null;
}
