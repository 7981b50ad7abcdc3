import { limits } from '../../model/limits.ts';
import { ModelFailed } from '../ask/model/model-failed.ts';

/** What a model saw in a picture. */
export interface ImageFinding {
  readonly severity: 'none' | 'info' | 'warning' | 'critical';
  readonly summary: string;
}

const SEVERITIES: readonly string[] = ['none', 'info', 'warning', 'critical'];
const FENCE = '```';
/** Control characters and direction marks, which nobody can see. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]+/gu;

/**
 * Reads what a model said of a picture: a JSON object with `severity` and `summary`. Whatever else
 * it says is left out, since a picture can hold text that tells it what to say. Throws `ModelFailed`.
 */
export function parseFinding(text: string): ImageFinding {
  const found = parseObject(withoutFence(text.trim()));
  const { severity, summary } = found;
  if (typeof severity !== 'string' || !SEVERITIES.includes(severity)) {
    throw new ModelFailed('malformed', 'no severity');
  }
  const said = typeof summary === 'string' ? tidy(summary) : '';
  if (said === '') throw new ModelFailed('malformed', 'no summary');
  return { severity: severity as ImageFinding['severity'], summary: said };
}

function withoutFence(text: string): string {
  const isFenced =
    text.startsWith(FENCE) && text.endsWith(FENCE) && text.length >= 2 * FENCE.length;
  return isFenced ? text.slice(FENCE.length, -FENCE.length).replace(/^json/, '').trim() : text;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
  } catch {
    // Said below, as of every other text.
  }
  throw new ModelFailed('malformed', 'no JSON object');
}

function tidy(text: string): string {
  const plain = text.normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  return [...plain].slice(0, limits.analysisSummaryLength).join('');
}
