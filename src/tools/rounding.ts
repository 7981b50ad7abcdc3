const STORED_DECIMALS = 9;
const STORED_DIGITS = 15;

/** The number rounded half away from zero to so many decimals; `-0` becomes `0`. */
export function roundTo(value: number, decimals: number): number {
  // Shifting the decimal point in the text keeps 1.005 from becoming 1.00499999.
  const rounded = shiftPoint(Math.round(shiftPoint(Math.abs(value), decimals)), -decimals);
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}

function shiftPoint(value: number, places: number): number {
  const [digits = '', exponent = '0'] = `${value}`.split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** The number as it is stored: at most 15 significant digits and 9 decimals, alike on both databases. */
export function roundForStorage(value: number): number {
  return roundTo(Number(value.toPrecision(STORED_DIGITS)), STORED_DECIMALS);
}
