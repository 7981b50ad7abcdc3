/** How a camera weighs against the scales of its farm. */
export interface CameraCalibration {
  /** The id of its device; where no device claims it, its source. */
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  /** What its weights are multiplied with; 1 is right as it is. */
  readonly factor: number;
  /** How many weighings it was compared with. */
  readonly pairs: number;
  readonly updatedAt: string;
}
