import { validationFailed } from '../../model/errors.ts';
import { importParameters } from '../../model/import-parameters.ts';
import type { DayFormat } from '../../tools/read-day.ts';
import type { DecimalSign } from '../../tools/read-number.ts';
import type { Call } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';

/** How an import is to be done. */
export interface ImportOptions {
  readonly farmId: string | undefined;
  readonly isDryRun: boolean;
  readonly onError: 'abort' | 'skip';
  readonly onDuplicate: 'error' | 'skip' | 'update';
  /** Headings with the field that is meant; an empty one leaves the column out. */
  readonly map: ReadonlyMap<string, string>;
  readonly decimal: DecimalSign | undefined;
  readonly dateFormat: DayFormat | undefined;
  readonly encoding: string | undefined;
  readonly sheet: string | undefined;
}

/** Reads the query of an import; throws `validation_failed`. */
export function readImportOptions(call: Call): ImportOptions {
  const values = operationParameters({ query: importParameters }, call);
  // The words were checked against the same declaration.
  return {
    farmId: values['farmId'] as string | undefined,
    isDryRun: values['dryRun'] === true,
    onError: values['onError'] as ImportOptions['onError'],
    onDuplicate: values['onDuplicate'] as ImportOptions['onDuplicate'],
    map: readMap(values['map'] as string | undefined),
    decimal: values['decimal'] as DecimalSign | undefined,
    dateFormat: values['dateFormat'] as DayFormat | undefined,
    encoding: values['encoding'] as string | undefined,
    sheet: values['sheet'] as string | undefined,
  };
}

function readMap(text: string | undefined): ReadonlyMap<string, string> {
  if (text === undefined) return new Map();
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const entries = isObject ? Object.entries(value) : [];
    if (isObject && entries.every(([, field]) => typeof field === 'string'))
      return new Map(entries);
  } catch {
    // Told below, like any other text that is no map.
  }
  const message = 'map must be a JSON object such as {"Dead today": "mortality"}.';
  throw validationFailed([{ path: 'map', code: 'invalid_json', message }]);
}
