import { english } from '../../src/cli/output/error-hints.ts';
import { renderMessage } from '../../src/i18n/render-message.ts';
import { isMessage } from '../../src/model/core/message.ts';

/** A value in which every message is replaced by its English text. */
export function inEnglish(value: unknown): unknown {
  if (isMessage(value)) return renderMessage(english, value);
  if (Array.isArray(value)) return value.map(inEnglish);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inEnglish(one)]));
}
