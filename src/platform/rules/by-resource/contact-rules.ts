import { fillInternationalPhone } from '../international-phone.ts';
import type { ResourceRules } from '../resource-rules.ts';

/** The phone of a contact in international form. */
export const contactRules: ResourceRules = {
  fill: fillInternationalPhone,
};
