const STORED_DECIMALS = 9;
const STORED_DIGITS = 15;
// Below the first a product is wrong by less than a quarter of the second.
const LARGEST_PLAIN = 1e9;
const NEAR_MIDDLE = 1e-6;

/** The number rounded half away from zero to so many decimals; `-0` becomes `0`. */
export function roundTo(value: number, decimals: number): number {
  const rounded = roundPlainly(Math.abs(value), decimals) ?? roundText(Math.abs(value), decimals);
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}

/** Undefined for what lies near the middle between two results, or is large: errors might decide. */
function roundPlainly(value: number, decimals: number): number | undefined {
  const scale = 10 ** decimals;
  const scaled = value * scale;
  const isSafe = decimals >= 0 && scaled < LARGEST_PLAIN;
  return isSafe && Math.abs((scaled % 1) - 0.5) > NEAR_MIDDLE
    ? Math.round(scaled) / scale
    : undefined;
}

/** Shifting the decimal point in the text keeps 1.005 from becoming 1.00499999. */
function roundText(value: number, decimals: number): number {
  return shiftPoint(Math.round(shiftPoint(value, decimals)), -decimals);
}

function shiftPoint(value: number, places: number): number {
  const [digits = '', exponent = '0'] = `${value}`.split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** The number as it is stored: at most 15 significant digits and 9 decimals, alike on both databases. */
export function roundForStorage(value: number): number {
  return roundTo(Number(value.toPrecision(STORED_DIGITS)), STORED_DECIMALS);
}
