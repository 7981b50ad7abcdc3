import type { benchmark as english } from '../en/benchmark.ts';

export const benchmark = {
  'missing.no_history':
    '{have, plural, =0 {No hay ningún lote cerrado} one {Hay # lote cerrado} other {Hay # lotes cerrados}} para comparar; se necesitan {need} registrados hasta esta edad.',
  'missing.group_too_small':
    'De otras granjas {have, plural, =0 {no se ve ningún lote cerrado} one {se ve # lote cerrado} other {se ven # lotes cerrados}}; para comparar se necesitan {need}.',
  'missing.need_two_barns':
    'Para comparar hacen falta dos galpones con un lote pesado o vendido; {have, plural, =0 {no hay ninguno} one {hay uno} other {hay #}}.',
} satisfies Record<keyof typeof english, string>;
