import { type Message, message } from '../../model/core/message.ts';
import { isCalendarDay } from '../../tools/calendar.ts';

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/** Years of the Buddhist calendar that people of today write; 2569 is 2026. */
const BUDDHIST = { from: 2443, to: 2700, ahead: 543 } as const;

interface WrittenDay {
  readonly typed: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Whether a text is a day with a year of the Buddhist calendar. */
export function isBuddhistDay(text: string): boolean {
  const written = writtenDay(text);
  return written !== undefined && written.year !== written.typed;
}

/** A hint how to write a date that farmctl does not read; undefined where the text is not a date. */
export function dateHint(text: string): Message | undefined {
  const written = writtenDay(text);
  if (!written || written.month < 1 || written.month > 12) return undefined;
  const { typed, year, month, day } = written;
  const iso = [year, padded(month), padded(day)].join('-');
  const isBuddhist = year === typed ? 'no' : 'yes';
  const params = { typed: String(typed), year: String(year), isBuddhist } as const;
  return isCalendarDay(iso)
    ? message('dates.write', { ...params, iso })
    : message('dates.noSuchDay', {
        ...params,
        month: `${year}-${padded(month)}`,
        day: String(day),
      });
}

function writtenDay(text: string): WrittenDay | undefined {
  const yearFirst = YEAR_FIRST.exec(text)?.slice(1).map(Number);
  const [typed = 0, month = 0, day = 0] =
    yearFirst ?? DAY_FIRST.exec(text)?.slice(1).map(Number).toReversed() ?? [];
  if (typed === 0) return undefined;
  const isBuddhist = typed >= BUDDHIST.from && typed <= BUDDHIST.to;
  return { typed, year: isBuddhist ? typed - BUDDHIST.ahead : typed, month, day };
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
