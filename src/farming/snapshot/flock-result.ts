/** What came of a closed flock, from its records added up by the database. */
export interface FlockResult {
  readonly flockId: string;
  readonly farmId: string;
  readonly vertical: string | null;
  readonly breed: string | null;
  readonly placementDate: string;
  readonly arrivalAgeDays: number;
  /** The last day with birds inside. */
  readonly lastDay: string | null;
  readonly placed: number | null;
  readonly mortality: number;
  /** Of the first week, ages 0 to 7. */
  readonly firstWeekMortality: number;
  readonly culls: number;
  readonly soldBirds: number;
  /** Null when a sale of birds was not weighed. */
  readonly soldKg: number | null;
  readonly feedKg: number;
  readonly eggs: number;
  /** The last weighing, g, with its day. */
  readonly lastWeightG: number | null;
  readonly lastWeightDay: string | null;
}
