import { quoteWord } from '../../quote-word.ts';
import type { FirstRows } from './create-first-rows.ts';

/** What to type next, by what there is already. */
export function nextSteps(
  made: FirstRows | 'demo',
  flags: { readonly profile: string; readonly serve: string },
): readonly string[] {
  return [
    ...(made === 'demo' ? DEMO_STEPS : rowSteps(made)).map((step) => step + flags.profile),
    `farmctl serve${flags.serve}`,
  ];
}

const DEMO_STEPS = ['farmctl farms list', 'farmctl portfolio'] as const;

function rowSteps({ farm, barns, flock }: FirstRows): readonly string[] {
  const [barn] = barns;
  if (!farm) return ['farmctl farms create --name North'];
  if (!barn) return ['farmctl barns create --name "Barn 1" --capacity 20000'];
  if (!flock) {
    const name = quoteWord(barn.name);
    return [
      `farmctl flocks create --barn-id ${name} --placement-date <day> --chicks-received <number>`,
    ];
  }
  const name = quoteWord(flock.name);
  return [
    `farmctl act log_daily --flock-id ${name} --mortality <number> --feed-kg <number>`,
    'farmctl digest',
  ];
}
