import { FarmError } from '../../model/errors.ts';
import type { Transaction } from '../../storage/database.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { requireUnsealed } from '../rules/sealed-rows.ts';

/** Whether a row is part of a sealed case file. */
export async function isSealed(
  transaction: Transaction,
  resource: string,
  row: StoredRow,
): Promise<boolean> {
  try {
    await requireUnsealed(resource, row, { transaction });
    return false;
  } catch (error) {
    if (error instanceof FarmError && error.code === 'sealed_case_file') return true;
    throw error;
  }
}
