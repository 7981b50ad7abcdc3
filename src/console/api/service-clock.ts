const STORED = 'farmctl.clock';
/** The time in headers has no fractions of a second, and responses are delayed. */
const PRECISION_MILLIS = 3000;

let offset = storedOffset();

/**
 * The current time of the service, in milliseconds since 1970; the clock of the device may be
 * wrong.
 */
export function serviceNow(): number {
  return Date.now() + offset;
}

/** Learns the time of the service from the `Date` header of a response. */
export function updateServiceClock(date: string | null): void {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime)) return;
  const found = serverTime - Date.now();
  const next = Math.abs(found) < PRECISION_MILLIS ? 0 : found;
  if (Math.abs(next - offset) < PRECISION_MILLIS) return;
  offset = next;
  try {
    // For starting without a network.
    localStorage.setItem(STORED, String(next));
  } catch {
    // Without storage the time is known only while the page is open.
  }
}

function storedOffset(): number {
  const stored = Number(localStorage.getItem(STORED) ?? 0);
  return Number.isFinite(stored) ? stored : 0;
}
