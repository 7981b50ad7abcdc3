import { isLanguage, type Language } from '../../model/languages.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { Connection } from '../../storage/database.ts';
import { findOrganisationFrame } from '../../storage/snapshot/organisation-frame.ts';
import { DEFAULT_ZONE, zoneAt } from '../farms/farm-zone.ts';
import { changedThresholds } from './changed-thresholds.ts';

/** Where something lies, in degrees, if that is known. */
export interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What an organisation has settled for all its farms. */
export interface OrganisationSetup {
  /** English where the service has no texts in its language. */
  readonly language: Language;
  readonly thresholds: Thresholds;
  /** The zone of a farm of it: from its coordinates, else the organisation's. */
  readonly zoneOf: (place: Place) => string;
}

/** Loads what an organisation has settled, in one query. */
export async function loadOrganisationSetup(
  connection: Connection,
  orgId: string,
): Promise<OrganisationSetup> {
  const frame = await findOrganisationFrame(connection, orgId);
  const language = frame?.language ?? '';
  const ownZone = frame?.timezone ?? DEFAULT_ZONE;
  return {
    language: isLanguage(language) ? language : 'en',
    thresholds: changedThresholds(frame?.thresholds),
    zoneOf: (place) => placeZone(place) ?? ownZone,
  };
}

function placeZone({ latitude, longitude }: Place): string | undefined {
  return latitude === null || longitude === null ? undefined : zoneAt(latitude, longitude);
}
