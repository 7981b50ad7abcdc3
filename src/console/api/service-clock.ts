const STORED = 'farmctl.clock';
/** The time in headers has no fractions of a second, and responses take their time. */
const PRECISION_MILLIS = 3000;

let offset = storedOffset();

/** The present of the service, in milliseconds since 1970; the clock of the device may be wrong. */
export function serviceNow(): number {
  return Date.now() + offset;
}

/** Takes the time of a response of the service, the value of its `Date` header. */
export function learnServiceTime(date: string | null): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const found = told - Date.now();
  const next = Math.abs(found) < PRECISION_MILLIS ? 0 : found;
  if (Math.abs(next - offset) < PRECISION_MILLIS) return;
  offset = next;
  try {
    // For a start without a network.
    localStorage.setItem(STORED, String(next));
  } catch {
    // Without storage the clock is known as long as the page is open.
  }
}

function storedOffset(): number {
  const stored = Number(localStorage.getItem(STORED) ?? 0);
  return Number.isFinite(stored) ? stored : 0;
}
