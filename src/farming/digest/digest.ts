import type { Message } from '../../model/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { DigestAlert } from './digest-alerts.ts';
import type { FlockMissingLog } from './flocks-missing-log.ts';
import type { MortalityRow } from './mortality-rows.ts';
import type { ReportNote } from './night-reports.ts';
import type { NightWindow } from './night-window.ts';
import type { TaskToday } from './tasks-today.ts';
import type { VisionDeaths } from './vision-deaths.ts';
import type { WeatherOutlook } from './weather-outlook.ts';

/** The morning briefing of a farm. */
export interface Digest {
  readonly farmId: string;
  readonly date: CalendarDay;
  readonly window: NightWindow;
  readonly overnightAlerts: readonly DigestAlert[];
  /** All that are open now, whenever they were raised: the same as the list of open alerts. */
  readonly openAlerts: readonly DigestAlert[];
  readonly reports: readonly ReportNote[];
  readonly unansweredQuestions: readonly ReportNote[];
  readonly tasksToday: readonly TaskToday[];
  readonly mortality: readonly MortalityRow[];
  readonly vision: VisionDeaths;
  readonly flocksMissingLog: readonly FlockMissingLog[];
  readonly weather?: WeatherOutlook;
  /** At most five lines, the most important first. */
  readonly headline: readonly Message[];
}
