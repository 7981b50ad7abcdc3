import type { z } from 'zod';
import { type Issue, type IssueCode, validationFailed } from '../../model/errors.ts';
import { type FeedMeasure, feedMeasures, meteredMeasures } from '../../model/feed-measures.ts';
import { type IntegrationMapping, mappingSchema } from '../../model/integration-mapping.ts';
import { findPreset, presetNames } from '../../model/integration-presets.ts';
import { limits } from '../../model/limits.ts';
import { nearestWord } from '../../tools/nearest-word.ts';
import { type FieldReading, unitsOf } from './measure-field.ts';
import { knownDevice } from './read-payload.ts';
import { resolveMapping } from './resolve-mapping.ts';

const CODES: Readonly<Record<string, IssueCode>> = {
  invalid_type: 'wrong_type',
  invalid_value: 'not_allowed',
  unrecognized_keys: 'not_allowed',
  too_big: 'too_large',
  too_small: 'too_small',
  invalid_format: 'invalid_format',
  invalid_union: 'wrong_type',
};
const MOST_ISSUES = 20;

/** Reads a mapping as it is sent. Throws `validation_failed` with everything that is wrong with it. */
export function parseMapping(body: unknown, at = ''): IntegrationMapping {
  const parsed = mappingSchema.safeParse(body);
  if (!parsed.success) {
    throw validationFailed(parsed.error.issues.slice(0, MOST_ISSUES).map(issueAt(at)));
  }
  const issues = [...sizeIssues(parsed.data), ...contentIssues(parsed.data)];
  if (issues.length === 0) return parsed.data;
  throw validationFailed(issues.map((issue) => ({ ...issue, path: joined(at, [issue.path]) })));
}

function issueAt(at: string) {
  return (issue: z.core.$ZodIssue): Issue => {
    const path = joined(at, issue.path) || 'body';
    const code = CODES[issue.code] ?? 'invalid_format';
    if (issue.code === 'invalid_union') {
      const message = `${path} must be a text, or an object with the documented members.`;
      return { path, code, message };
    }
    return { path, code, message: `${path}: ${issue.message}.` };
  };
}

function joined(at: string, path: readonly PropertyKey[]): string {
  return [at, ...path.map(String)].filter((part) => part !== '').join('.');
}

function sizeIssues(mapping: IntegrationMapping): readonly Issue[] {
  if (JSON.stringify(mapping).length <= limits.jsonFieldBytes) return [];
  const message = `The mapping must not be longer than ${limits.jsonFieldBytes} characters.`;
  return [{ path: 'devices', code: 'too_long', message }];
}

function contentIssues(mapping: IntegrationMapping): readonly Issue[] {
  const { preset } = mapping;
  if (preset !== undefined && !findPreset(preset)) {
    const suggestion = nearestWord(preset, presetNames);
    const message = `preset must be one of ${presetNames.join(', ')}.`;
    const allowed = presetNames;
    const hint = suggestion === undefined ? {} : { suggestion };
    return [{ path: 'preset', code: 'not_allowed', message, allowed, ...hint }];
  }
  const whole = resolveMapping(mapping);
  return [...measureIssues(whole), ...readingIssues(whole)];
}

/** Something must be measured: fields of a row, or the value of a row by its device. */
function measureIssues({ fields = {}, value, device, devices = {} }: IntegrationMapping): Issue[] {
  if (value === undefined) {
    if (Object.keys(fields).length > 0) return [];
    const message = 'fields must say where the measures stand, or value where the one is.';
    return [{ path: 'fields', code: 'required', message }];
  }
  if (device === undefined) {
    const message = 'device is required beside value: it says what the value measures.';
    return [{ path: 'device', code: 'required', message }];
  }
  const isMeasured = Object.values(devices).some(
    (known) => typeof known !== 'string' && known.measure !== undefined,
  );
  if (isMeasured) return [];
  const message = 'devices must name the measure of at least one device, since value is used.';
  return [{ path: 'devices', code: 'required', message }];
}

function readingIssues(mapping: IntegrationMapping): Issue[] {
  const { fields = {}, devices = {} } = mapping;
  const ofFields = feedMeasures.flatMap((measure) => {
    const field = fields[measure];
    const isPlain = field === undefined || typeof field === 'string';
    return isPlain
      ? []
      : [field].flat().flatMap((place) => unitIssues(`fields.${measure}`, measure, place));
  });
  const ofDevices = Object.keys(devices).flatMap((name) => {
    const known = knownDevice(mapping, name);
    return known?.measure ? unitIssues(`devices.${name}`, known.measure, known) : [];
  });
  return [...ofFields, ...ofDevices];
}

function unitIssues(path: string, measure: FeedMeasure, reading: FieldReading): Issue[] {
  const issues: Issue[] = [];
  const units = Object.keys(unitsOf(measure));
  const { unit, meter } = reading;
  if (unit !== undefined && !units.includes(unit)) {
    const message = `${path}.unit must be one of ${units.join(', ')}.`;
    issues.push({ path: `${path}.unit`, code: 'not_allowed', message, allowed: units });
  }
  if (meter && !meteredMeasures.includes(measure)) {
    const message = `${path}.meter: only ${meteredMeasures.join(' and ')} are counted by meters.`;
    issues.push({ path: `${path}.meter`, code: 'not_allowed', message });
  }
  return issues;
}
