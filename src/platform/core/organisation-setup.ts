import { loadLanguage } from '../../i18n/load-language.ts';
import type { Translator } from '../../i18n/render-message.ts';
import { isLanguage, type Language } from '../../model/core/message.ts';
import { farms } from '../../model/resources/farms.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import {
  defaultThresholds,
  type ThresholdName,
  type Thresholds,
  thresholds,
} from '../../model/thresholds.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope, type Scope } from '../../storage/core/scope.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { findOrganisation, findOrganisationFrame } from '../../storage/system/organisations.ts';
import { DEFAULT_ZONE, zoneAt } from './farm-zone.ts';
import type { RuleContext } from './resource-rules.ts';

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

/**
 * The thresholds of an organisation: the defaults with what it has changed, as it is stored. What
 * is no threshold any more, or lies outside what one may be, is passed over.
 */
export function changedThresholds(stored: unknown): Thresholds {
  if (typeof stored !== 'object' || stored === null) return defaultThresholds;
  const changed = Object.entries(stored).filter(([name, value]) => isPossible(name, value));
  return { ...defaultThresholds, ...Object.fromEntries(changed) };
}

function isPossible(name: string, value: unknown): boolean {
  if (!Object.hasOwn(thresholds, name) || typeof value !== 'number') return false;
  const { min, max } = thresholds[name as ThresholdName];
  return value >= min && value <= max;
}

/**
 * Who says things in the language that was asked for, else in that of the organisation; in English
 * where the service does not speak it.
 */
export async function findTranslator(
  connection: Connection,
  orgId: string,
  asked?: Language,
): Promise<Translator> {
  if (asked !== undefined) return loadLanguage(asked);
  const language = (await findOrganisation(connection, orgId))?.language ?? '';
  return loadLanguage(isLanguage(language) ? language : 'en');
}

/** A farm whose cameras are judged, in the transaction that does it. */
export type FarmContext = RuleContext & { readonly farmId: string };

/** The same with what the judging needs to know of its organisation. */
export interface VisionFarm extends FarmContext {
  /** The farm alone, whoever sent the events. */
  readonly scope: Scope;
  readonly thresholds: Thresholds;
}

/** Reads what the judging needs to know of the organisation of a farm. */
export async function loadVisionFarm(context: FarmContext): Promise<VisionFarm> {
  const { transaction, actor, farmId } = context;
  const { thresholds } = await loadOrganisationSetup(transaction, actor.orgId);
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  return { ...context, scope, thresholds };
}

/** Farms are read so many at a time. */
const PAGE = 200;

/** The id of every farm of an organisation. */
export async function* everyFarm(connection: Connection, orgId: string): AsyncGenerator<string> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await listRows(connection, farms, {
      scope: { orgId, farmIds: 'all' },
      conditions: [],
      order: 'id',
      direction: 'asc',
      limit: PAGE,
      offset,
    });
    for (const row of rows) yield (JSON.parse(row) as StoredOf<'farms'>).id;
    if (rows.length < PAGE) return;
  }
}
