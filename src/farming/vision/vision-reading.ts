import type { StoredOf } from '../../model/registry.ts';

/** What the rules see of a row of `vision-events`. */
export interface VisionReading {
  readonly id: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  /** The id of its device; where no device claims it, `source:` and its source. */
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly kind: string;
  readonly unit: string | null;
  readonly value: number | null;
  /** 0 to 1; null where the camera gave none, which counts as 1 wherever values are weighted. */
  readonly confidence: number | null;
  /** When it was seen, in UTC with milliseconds. */
  readonly ts: string;
  readonly meta: unknown;
}

/** A reading whose time has been read, for those that look at thousands. */
export interface TimedReading extends VisionReading {
  /** Milliseconds since 1970. */
  readonly at: number;
}

type VisionRow = Pick<
  StoredOf<'vision-events'>,
  | 'id'
  | 'barnId'
  | 'flockId'
  | 'deviceId'
  | 'source'
  | 'kind'
  | 'unit'
  | 'value'
  | 'confidence'
  | 'ts'
  | 'meta'
>;

/** A stored event as the rules see it; undefined for one without a time. */
export function visionReading(row: VisionRow): VisionReading | undefined {
  const { id, barnId, flockId, deviceId, source, kind, unit, value, confidence, ts, meta } = row;
  if (ts === null || kind === null) return undefined;
  const camera = deviceId ?? `source:${source}`;
  return { id, barnId, flockId, camera, deviceId, source, kind, unit, value, confidence, ts, meta };
}
