/** What the birds of a flock weigh, from cameras and weighings put together. */
export interface SmartWeight {
  readonly flockId: string;
  /** When it was computed. */
  readonly at: string;
  readonly weightG: number;
  /** Bounds that contain the true weight in `WEIGHT_BAND_PCT` of cases. */
  readonly lowG: number;
  readonly highG: number;
  /** Neither a manual weighing nor a calibrated camera takes part. */
  readonly uncalibrated: boolean;
  readonly sources: readonly WeightSource[];
}

/** One voice in a fused weight. */
export interface WeightSource {
  /** A camera's key, `manual` or `standard`. */
  readonly source: string;
  readonly deviceId: string | null;
  readonly valueG: number;
  /** Its share, %. */
  readonly weightPct: number;
  /** When it was measured, or the middle of its measurements. */
  readonly measuredAt: string;
  readonly downWeighted: boolean;
  /** Of a camera: its median before calibration, and of how many weights it is. */
  readonly measuredG?: number | null;
  readonly n?: number | null;
}
