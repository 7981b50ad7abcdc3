import type { Quantity, Unit } from '../../model/message.ts';
import { type FigureKind, figure } from '../figure.ts';

/** A figure as texts show it; 0 where it is not known, for texts that do not speak of it then. */
export function shownFigure(
  kind: FigureKind,
  value: number | null | undefined,
  unit: Unit,
): Quantity {
  return { quantity: figure(kind, value) ?? 0, unit };
}
