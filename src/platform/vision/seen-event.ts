/** An event as a camera sent it, its values checked and in the form in which they are stored. */
export interface SeenEvent {
  readonly source: string | null;
  readonly deviceId: string | null;
  readonly kind: string;
  readonly value: number | null;
  readonly unit: string | null;
  readonly confidence: number | null;
  readonly barnId: string | null;
  /** Null where the camera did not say when. */
  readonly ts: string | null;
  readonly meta: unknown;
}
