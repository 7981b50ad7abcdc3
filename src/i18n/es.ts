import type { Texts } from './en.ts';
import alerts from './es/alerts.json' with { type: 'json' };
import ask from './es/ask.json' with { type: 'json' };
import automations from './es/automations.json' with { type: 'json' };
import cli from './es/cli.json' with { type: 'json' };
import context from './es/context.json' with { type: 'json' };
import doctor from './es/doctor.json' with { type: 'json' };
import errors from './es/errors.json' with { type: 'json' };
import faults from './es/faults.json' with { type: 'json' };
import gaps from './es/gaps.json' with { type: 'json' };
import insights from './es/insights.json' with { type: 'json' };
import notes from './es/notes.json' with { type: 'json' };
import notices from './es/notices.json' with { type: 'json' };
import pageLabels from './es/page-labels.json' with { type: 'json' };
import pages from './es/pages.json' with { type: 'json' };
import plans from './es/plans.json' with { type: 'json' };
import settings from './es/settings.json' with { type: 'json' };
import units from './es/units.json' with { type: 'json' };
import vision from './es/vision.json' with { type: 'json' };

/** All messages in Spanish. */
export const es: Texts = {
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
};
