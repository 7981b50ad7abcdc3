import { type FarmNames, farmNames, NAME_PARTS } from '../../ask/names/farm-names.ts';
import type { FarmFrame } from '../../farming/snapshot/farm-snapshot.ts';
import { validationFailed } from '../../model/errors.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../../storage/database.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import type { Scope } from '../../storage/records/scope.ts';
import { type Actor, scopeOf } from '../access/actor.ts';
import { scopeOfFarm } from '../farms/visible-farms.ts';
import { loadFarmSnapshot } from '../intelligence/load-farm-snapshot.ts';
import { missingScopes } from './part-modules.ts';

/** A farm of the caller by its id and name. */
export interface KnownFarm {
  readonly id: string;
  readonly name: string;
}

/** A farm that is asked about, with all that a question may name. */
export interface AskedFarmNames {
  readonly farmId: string;
  readonly frame: FarmFrame;
  readonly names: FarmNames;
}

/** More farms than these are not looked for by name in a question. */
const MOST_FARMS = 500;

/** The farms of the caller, by name. */
export async function listKnownFarms(connection: Connection, scope: Scope): Promise<KnownFarm[]> {
  const rows = await listRows(connection, farms, {
    scope,
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit: MOST_FARMS,
    offset: 0,
  });
  return rows.map((row) => JSON.parse(row) as KnownFarm);
}

/**
 * The farm that a question is about: the one it names, else the one sent along, else the only one of
 * the caller. Throws `farm_forbidden` for one sent along that the caller may not see.
 */
export async function chooseFarm(
  connection: Connection,
  scope: Scope,
  farm: {
    readonly sent: string | undefined;
    readonly named: string | undefined;
    readonly known: readonly KnownFarm[];
  },
): Promise<string> {
  await scopeOfFarm(connection, scope, farm.sent);
  const [only, ...others] = farm.known;
  const chosen = farm.named ?? farm.sent ?? (others.length === 0 ? only?.id : undefined);
  if (chosen !== undefined) return chosen;
  throw validationFailed([
    {
      path: 'farmId',
      code: 'required',
      message: 'farmId is required, since the key does not see exactly one farm.',
    },
  ]);
}

/** Loads the names of a farm, without those of modules that the caller may not read. */
export async function loadAskedFarm(
  connection: Connection,
  asked: {
    readonly actor: Actor;
    readonly now: number;
    readonly farmId: string;
    readonly known: readonly KnownFarm[];
  },
): Promise<AskedFarmNames> {
  const { actor, now, farmId, known } = asked;
  const input = { scope: scopeOf(actor), farmId, now };
  const loaded = await loadFarmSnapshot(connection, input, NAME_PARTS);
  const isHidden = (part: 'users' | 'contacts' | 'medicine') =>
    missingScopes(actor, [part]).length > 0;
  const snapshot = {
    ...loaded,
    users: isHidden('users') ? [] : loaded.users,
    contacts: isHidden('contacts') ? [] : loaded.contacts,
    medicine: isHidden('medicine') ? [] : loaded.medicine,
  };
  return { farmId, frame: loaded, names: farmNames(snapshot, known) };
}
