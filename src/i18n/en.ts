import alerts from './en/alerts.json' with { type: 'json' };
import ask from './en/ask.json' with { type: 'json' };
import automations from './en/automations.json' with { type: 'json' };
import cli from './en/cli.json' with { type: 'json' };
import context from './en/context.json' with { type: 'json' };
import doctor from './en/doctor.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import faults from './en/faults.json' with { type: 'json' };
import gaps from './en/gaps.json' with { type: 'json' };
import insights from './en/insights.json' with { type: 'json' };
import notes from './en/notes.json' with { type: 'json' };
import notices from './en/notices.json' with { type: 'json' };
import pageLabels from './en/page-labels.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };
import plans from './en/plans.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import units from './en/units.json' with { type: 'json' };
import vision from './en/vision.json' with { type: 'json' };

/** All messages in English, in ICU message syntax. Every language has the same keys. */
export const en = {
  ...alerts,
  ...ask,
  ...automations,
  ...cli,
  ...context,
  ...doctor,
  ...errors,
  ...faults,
  ...gaps,
  ...insights,
  ...notes,
  ...notices,
  ...pageLabels,
  ...pages,
  ...plans,
  ...settings,
  ...units,
  ...vision,
} as const;

export type TextKey = keyof typeof en;

/** All messages of a language. */
export type Texts = Readonly<Record<TextKey, string>>;
