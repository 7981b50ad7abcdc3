import type { Config, Profile } from '../../config/config-schema.ts';
import { maskSecret } from '../../config/mask-secret.ts';

/** A profile as `profile list` shows it. */
export interface ProfileRow {
  readonly name: string;
  readonly inUse: boolean;
  readonly server: string | null;
  readonly farms: readonly string[];
  /** The end of the key, or the way to it. */
  readonly key: string | null;
}

/** Every stored profile by name, the one in use marked. */
export function profileRows({ profiles = {} }: Config, inUse: string): readonly ProfileRow[] {
  return Object.entries(profiles)
    .map(([name, stored]) => ({
      name,
      inUse: name === inUse,
      server: stored.server ?? null,
      farms: stored.farms ?? (stored.farm === undefined ? [] : [stored.farm]),
      key: describeKey(stored),
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function describeKey({ key, keyFile, keyCommand }: Profile): string | null {
  if (key !== undefined) return maskSecret(key);
  if (keyFile !== undefined) return `file ${keyFile}`;
  return keyCommand === undefined ? null : 'by command';
}
