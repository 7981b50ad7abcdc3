/** Flags of `init`. */
export interface InitOptions {
  readonly organisation?: string;
  readonly timezone?: string;
  readonly language?: string;
  readonly demo?: boolean;
  readonly farmName?: string;
  readonly currency?: string;
  readonly latitude?: string;
  readonly longitude?: string;
  readonly barns?: string;
  readonly barnCapacity?: string;
  readonly chicks?: string;
  readonly breed?: string;
  readonly placementDate?: string;
  readonly flockBarn?: string;
}
