import type { IntegrationMapping } from '../../model/integration-mapping.ts';
import { findPreset } from '../../model/integration-presets.ts';

/** The mapping with what its preset says filled in; what it says itself goes before that. */
export function resolveMapping(mapping: IntegrationMapping): IntegrationMapping {
  const { preset: name, ...own } = mapping;
  const preset = name === undefined ? undefined : findPreset(name)?.mapping;
  if (!preset) return own;
  const fields = { ...preset.fields, ...own.fields };
  return { ...preset, ...own, ...(Object.keys(fields).length > 0 ? { fields } : {}) };
}
