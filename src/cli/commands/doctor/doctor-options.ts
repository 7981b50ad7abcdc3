/** Flags of `doctor` as they were typed. */
export interface DoctorOptions {
  readonly database?: string;
  readonly deep?: boolean;
  readonly auditAnchors?: string;
  readonly acceptLoss?: boolean;
  readonly exitStatus?: boolean;
}
