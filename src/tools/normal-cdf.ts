/**
 * Share of a standard normal distribution that lies below a value.
 * Source: Abramowitz and Stegun 7.1.26, off by no more than 1.5·10⁻⁷.
 */
export function normalCdf(value: number): number {
  return (1 + Math.sign(value) * errorFunction(Math.abs(value) / Math.SQRT2)) / 2;
}

function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return 1 - polynomial * Math.exp(-x * x);
}
