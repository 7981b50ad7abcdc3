import { type Finding, failed, passed, skipped, warned } from './finding.ts';

const NOTABLE_SECONDS = 5;
/** Receivers of webhooks refuse signatures that are older than this. */
const HARMFUL_SECONDS = 300;

/** The clock of this machine and that of the server say the same. */
export function checkServerClock(facts: {
  /** The `Date` header of an answer; undefined where the server sent none. */
  readonly date: string | undefined;
  /** When the answer came, milliseconds since 1970. */
  readonly now: number;
}): Finding {
  const there = Date.parse(facts.date ?? '');
  if (Number.isNaN(there)) return skipped('serverClock', 'the server does not say its time');
  const difference = Math.round((facts.now - there) / 1000);
  const seconds = Math.abs(difference);
  if (seconds <= NOTABLE_SECONDS) return passed('serverClock', 'the clocks agree');
  const finding = `this machine is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} the server`;
  const whatToDo = 'set the clock that is wrong, best by NTP';
  return seconds > HARMFUL_SECONDS
    ? failed('serverClock', finding, whatToDo)
    : warned('serverClock', finding, whatToDo);
}
