import type { Texts } from './en.ts';
import alerts from './he/alerts.json' with { type: 'json' };
import ask from './he/ask.json' with { type: 'json' };
import automations from './he/automations.json' with { type: 'json' };
import cli from './he/cli.json' with { type: 'json' };
import context from './he/context.json' with { type: 'json' };
import doctor from './he/doctor.json' with { type: 'json' };
import errors from './he/errors.json' with { type: 'json' };
import faults from './he/faults.json' with { type: 'json' };
import gaps from './he/gaps.json' with { type: 'json' };
import insights from './he/insights.json' with { type: 'json' };
import notes from './he/notes.json' with { type: 'json' };
import notices from './he/notices.json' with { type: 'json' };
import pageLabels from './he/page-labels.json' with { type: 'json' };
import pages from './he/pages.json' with { type: 'json' };
import plans from './he/plans.json' with { type: 'json' };
import settings from './he/settings.json' with { type: 'json' };
import units from './he/units.json' with { type: 'json' };
import vision from './he/vision.json' with { type: 'json' };

/** All messages in Hebrew. */
export const he: Texts = {
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
