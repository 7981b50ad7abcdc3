import { findBreed } from '../../farming/standards/breed-lookup.ts';
import { breedNames, breedTables } from '../../farming/standards/breed-tables.ts';
import { loadLanguage } from '../../i18n/load-language.ts';
import type { Translator } from '../../i18n/render-message.ts';
import { isLanguage, type Language, type Message, message } from '../../model/core/message.ts';
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
import { nearestWord } from '../../tools/words.ts';
import { DEFAULT_ZONE, zoneAt } from './farm-zone.ts';
import type { RuleContext } from './resource-rules.ts';

/** Coordinates in degrees, if known. */
export interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Settings of an organisation for all its farms. */
export interface OrganisationSetup {
  /** English if the service has no texts in its language. */
  readonly language: Language;
  readonly thresholds: Thresholds;
  /** The zone of one of its farms: from the coordinates, else that of the organisation. */
  readonly zoneOf: (place: Place) => string;
}

/** Loads the settings of an organisation in one query. */
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
 * The thresholds of an organisation: the defaults with its stored overrides. Unknown and
 * out-of-range thresholds are ignored.
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
 * The translator for the requested language, else for that of the organisation, else for English.
 */
export async function findTranslator(
  connection: Connection,
  orgId: string,
  requested?: Language,
): Promise<Translator> {
  if (requested !== undefined) return loadLanguage(requested);
  const language = (await findOrganisation(connection, orgId))?.language ?? '';
  return loadLanguage(isLanguage(language) ? language : 'en');
}

/** A farm whose camera data is evaluated, with the transaction. */
export type FarmContext = RuleContext & { readonly farmId: string };

/** The same with the organisation settings needed for the evaluation. */
export interface VisionFarm extends FarmContext {
  /** The scope of this farm only, regardless of the sender. */
  readonly scope: Scope;
  readonly thresholds: Thresholds;
}

/** Loads the organisation settings of a farm for the evaluation. */
export async function loadVisionFarm(context: FarmContext): Promise<VisionFarm> {
  const { transaction, actor, farmId } = context;
  const { thresholds } = await loadOrganisationSetup(transaction, actor.orgId);
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  return { ...context, scope, thresholds };
}

/** Number of farms read per query. */
const PAGE = 200;

/** The IDs of all farms of an organisation. */
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

/** Breeds with a standard table, by their common names. */
export const knownBreeds = breedNames.map((breed) => {
  const { title, kind } = breedTables[breed];
  return { name: title, kind };
});

/**
 * A message that a breed is probably misspelt, with the closest one that has a table; undefined
 * when it has a table, or no similar breed has.
 */
export function breedProblem(name: string): Message | undefined {
  if (isBreed(name)) return undefined;
  const titles = breedNames.map((breed) => breedTables[breed].title);
  const suggestion = nearestWord(name, titles);
  return suggestion === undefined ? undefined : message('init.noBreed', { name, near: suggestion });
}

/** Whether a standard exists for the breed. */
export function isBreed(name: string): boolean {
  return findBreed(name) !== undefined;
}
