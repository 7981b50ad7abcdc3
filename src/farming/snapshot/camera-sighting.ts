/** What a camera was last heard with. */
export interface CameraSighting {
  readonly deviceId: string;
  /** The newest of the last seven days; null where it sent none. */
  readonly last: SeenByCamera | null;
  /** How many events of each kind in the last 24 hours. */
  readonly events24h: Readonly<Record<CameraKind, number>>;
  /** Its newest count of the last 24 hours. */
  readonly count: CountByCamera | null;
  /** The last day on which it was compared with a weighing by hand; null where it never was. */
  readonly lastPairDay: string | null;
}

/** What cameras tell of. */
export type CameraKind = 'behavior' | 'count' | 'mortality' | 'weight';

/** One event of a camera. */
export interface SeenByCamera {
  readonly ts: string;
  readonly kind: string;
  readonly unit: string | null;
  readonly value: number | null;
  /** The connection it came by; null where it was written with a key. */
  readonly integrationId: string | null;
}

/** A count of birds, with what tells whether it can be compared. */
export interface CountByCamera {
  readonly ts: string;
  readonly value: number;
  readonly confidence: number | null;
  readonly meta: unknown;
}
