import type { Settings } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import type { InitAnswers } from './init-answers.ts';

/** A row that was made, as people know it. */
interface Made {
  readonly id: string;
  readonly name: string;
}

/** What a new database holds besides its organisation. */
export interface FirstRows {
  readonly farm: Made | undefined;
  readonly barns: readonly Made[];
  readonly flock: Made | undefined;
}

/** Makes the first farm, its barns and its flock, as far as they were wished. */
export async function createFirstRows(
  context: CommandContext,
  settings: Settings,
  { farm, barns, flock }: Pick<InitAnswers, 'farm' | 'barns' | 'flock'>,
): Promise<FirstRows> {
  const rows: { farm: Made | undefined; barns: Made[]; flock: Made | undefined } = {
    farm: undefined,
    barns: [],
    flock: undefined,
  };
  if (!farm) return rows;
  const client = await context.connect(settings);
  try {
    const { id: farmId, name } = await client.create('farms', farm);
    rows.farm = { id: farmId, name };
    for (const barn of barns) {
      const made = await client.create('barns', barn, { farmId });
      rows.barns.push({ id: made.id, name: made.name });
    }
    if (!flock) return rows;
    const { barn, ...fields } = flock;
    const barnId = rows.barns.find((made) => made.name === barn)?.id ?? '';
    const { id, code } = await client.create('flocks', { barnId, ...fields }, { farmId });
    rows.flock = { id, name: code ?? id };
    return rows;
  } finally {
    await client.close();
  }
}
