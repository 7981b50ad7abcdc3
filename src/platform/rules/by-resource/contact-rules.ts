import { fillInternationalPhone } from '../international-phone.ts';
import type { ResourceRules } from '../resource-rules.ts';

export const contactRules: ResourceRules = {
  fill: fillInternationalPhone,
};
