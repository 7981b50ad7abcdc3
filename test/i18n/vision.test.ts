import { expect, test } from 'vitest';
import { evaluateDay } from '../../src/farming/vision/bird-counts.ts';
import type { Verdict } from '../../src/farming/vision/vision-reading.ts';
import vision from '../../src/i18n/en/vision.json' with { type: 'json' };
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { renderMessage } from '../../src/i18n/render-message.ts';
import { languages } from '../../src/model/core/message.ts';
import { defaultThresholds } from '../../src/model/thresholds.ts';
import { aReading, aSight } from '../support/a-reading.ts';
import { NOON, TODAY } from '../support/a-snapshot.ts';
import { evaluateInBarn } from '../support/a-vision-barn.ts';

const usually = [24, 48, 71].map((hours) => aSight('activity', hours, 0.5));
const temperature = { valueC: 24.1, targetC: 27.3 };

function sightings(): readonly Verdict[] {
  const counts = [9300, 10_301, 10_000].flatMap((value) => [
    aReading(0, { value }),
    aReading(0, { value: value / 2, meta: { coverage: 0.5 } }),
    aReading(0, { value: (value - 1000) / 2, meta: { coverage: 0.5 } }),
    aReading(0, { value: (value + 1000) / 2, meta: { coverage: 0.5 } }),
  ]);
  const behaviours = ['panting', 'clustering', 'poor_spread'].flatMap((unit) =>
    [0, 2, 3].map((value) => aSight(unit, 0, value)),
  );
  const activities = [0.2, 0.4, 0.9].map((value) => aSight('activity', 0, value));
  return [...counts, ...behaviours, ...activities].flatMap((reading) => [
    ...evaluateInBarn([reading], { readings: usually }).verdicts,
    ...evaluateInBarn([reading], { readings: usually, temperature }).verdicts,
  ]);
}

function deaths(): readonly Verdict[] {
  return [null, 2, 10, 30].flatMap((logged) => {
    const verdict = evaluateDay({
      barnId: 'barn_1',
      barnName: 'Barn 1',
      flockId: 'flock_1',
      placementDate: '2026-11-01',
      deaths: [0, 10].map((value) => aReading(value === 0 ? 60 : 1, { kind: 'mortality', value })),
      logged: new Map([[TODAY, logged]]),
      today: TODAY,
      zone: 'Asia/Jerusalem',
      now: NOON + 9 * 3_600_000,
      thresholds: defaultThresholds,
    });
    return verdict ? [verdict] : [];
  });
}

const verdicts = [...sightings(), ...deaths()];

test.each(languages)('in %s every verdict about cameras can be rendered', async (language) => {
  const translator = await loadLanguage(language);
  for (const { title, message } of verdicts) {
    for (const output of [title, message]) {
      const text = renderMessage(translator, output);
      expect(text).not.toMatch(/[{}]|vision\.|NaN|undefined/);
      expect(text.length).toBeLessThan(output === title ? 200 : 500);
    }
  }
});

test('every text about cameras is used by a verdict', () => {
  const output = new Set(
    verdicts.flatMap(({ title, message: { text, params } }) => {
      const inner = params['said'];
      const within = typeof inner === 'object' && 'text' in inner ? [inner.text] : [];
      return [title.text, text, ...within];
    }),
  );
  expect([...output].toSorted()).toEqual(Object.keys(vision).toSorted());
});

test('a count is shown with both figures and its sign', async () => {
  const [verdict] = evaluateInBarn([aReading(0, { value: 9600 })]).verdicts;
  const [english, hebrew] = [await loadLanguage('en'), await loadLanguage('he')];
  expect(verdict && renderMessage(english, verdict.message)).toBe(
    'Camera east counted 9,600 birds, the log has 10,000 birds: 400 birds fewer (−4%). Check the log for deaths and sales that were not recorded, and the view of the camera.',
  );
  expect(verdict && renderMessage(hebrew, verdict.title)).toBe(
    'Barn 1: המצלמה סופרת 4% פחות עופות מהיומן',
  );
});
