import type { health as english } from '../en/health.ts';

export const health = {
  'health.driver.mortality': 'Murió el {own} de las aves; a esta edad lo normal es {expected}.',
  'health.driver.spike':
    '{count, plural, one {Murió # ave} other {Murieron # aves}} en un día{basis, select, far {, mucho más que antes ({usual} por día)} more {; antes eran {usual} por día} other {}}.',
  'health.driver.water': 'Las aves bebieron {drop} menos que los días anteriores.',
  'health.driver.weight': 'Las aves pesan {below} menos que el estándar de la raza.',
  'health.driver.heat': 'En el último día hizo demasiado calor para las aves durante {hours}.',
  'health.driver.ammonia': 'El amoníaco subió a {highest}.',
  'health.driver.laying': 'Las gallinas ponen {own}; a esta edad lo habitual sería {standard}.',
  'health.driver.alert': 'Hay una alerta crítica abierta: {title}',
} satisfies Record<keyof typeof english, string>;
