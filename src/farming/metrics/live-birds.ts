/**
 * Birds alive: those placed less those that died, were culled or sold; 0 when the records take away
 * more than was placed, null when it is not known how many were placed.
 */
export function liveBirds(placed: number | null, removed: number): number | null {
  return placed === null ? null : Math.max(0, placed - removed);
}
