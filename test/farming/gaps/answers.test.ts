import { expect, test } from 'vitest';
import { contextOf, narrativeOf } from '../../../src/farming/context/build-context.ts';
import { digestOf } from '../../../src/farming/digest/digest.ts';
import { setupOf } from '../../../src/farming/setup/setup.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderMessages } from '../../../src/i18n/render-message.ts';
import { contextAnswer } from '../../../src/model/answers/context.ts';
import { sharedSchemas } from '../../../src/model/answers/core/shared-schemas.ts';
import { digestAnswer, gapsAnswer } from '../../../src/model/answers/digest.ts';
import { setupAnswer } from '../../../src/model/answers/settings.ts';
import { createValidator } from '../../http/openapi/validator.ts';
import { aSmallFarm } from '../../support/a-small-farm.ts';
import { aSnapshot } from '../../support/a-snapshot.ts';
import { gapsOf } from '../../support/in-one-step.ts';

const validate = createValidator({ components: { schemas: sharedSchemas } } as never);

test.each([
  ['a small farm', aSmallFarm()],
  ['an empty farm', aSnapshot()],
])('the answers about %s conform to the documents', async (_what, snapshot) => {
  const translator = await loadLanguage('en');
  const context = contextOf(snapshot, { depth: 'full' });
  const narrative = narrativeOf(context).map((line) => renderMessages(translator, line));
  const answers = [
    [gapsAnswer, gapsOf(snapshot)],
    [digestAnswer, digestOf(snapshot)],
    [setupAnswer, setupOf(snapshot)],
    [contextAnswer, { ...context, narrative: narrative.join('\n') }],
  ] as const;
  for (const [{ name, schema }, answer] of answers) {
    expect([name, schema && validate(schema, renderMessages(translator, answer))]).toEqual([
      name,
      [],
    ]);
  }
});
