/** How many birds were ordered and how many came. */
export interface Placement {
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
}

/** Birds a flock began with: those received, else those ordered; null when neither is known. */
export function placedBirds({ chicksOrdered, chicksReceived }: Placement): number | null {
  return chicksReceived ?? chicksOrdered;
}
