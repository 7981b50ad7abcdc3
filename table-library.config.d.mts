import type { Plugin } from 'vitest/config';

export const tableLibrary: Plugin;
