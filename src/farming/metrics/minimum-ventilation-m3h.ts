const METABOLIC_POWER = 0.75;

/** Air a bird needs in winter, in m³/h for a kg of metabolic weight, from the least to the usual. */
const VENTILATION_PER_KG = { least: 0.54, usual: 0.7 } as const;

/** The air a barn needs for its birds, in m³/h. */
export interface MinimumVentilation {
  readonly least: number;
  readonly usual: number;
}

/**
 * The air that birds of a weight in kg need at the least, in m³/h for all of them.
 * Source: 1.5·10⁻⁴ m³/s per kg^0.75, British Poultry Science 1981; the upper value, Ross table.
 */
export function minimumVentilationM3h(birds: number, weightKg: number): MinimumVentilation {
  const metabolic = birds * weightKg ** METABOLIC_POWER;
  return {
    least: VENTILATION_PER_KG.least * metabolic,
    usual: VENTILATION_PER_KG.usual * metabolic,
  };
}
