const STORED_DECIMALS = 9;
const STORED_DIGITS = 15;

/** The number rounded half away from zero to so many decimals; `-0` becomes `0`. */
export function roundTo(value: number, decimals: number): number {
  const shifted = Number(`${Math.abs(value)}e${decimals}`);
  // Numbers written with an exponent have no decimals left to round, or too many to matter.
  if (Number.isNaN(shifted)) return Math.abs(value) < 1 ? 0 : value;
  const rounded = Number(`${Math.round(shifted)}e-${decimals}`);
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}

/** The number as it is stored: at most 15 significant digits and 9 decimals, alike on both databases. */
export function roundForStorage(value: number): number {
  return roundTo(Number(value.toPrecision(STORED_DIGITS)), STORED_DECIMALS);
}
