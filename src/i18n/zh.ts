import type { Texts } from './en.ts';
import alerts from './zh/alerts.json' with { type: 'json' };
import ask from './zh/ask.json' with { type: 'json' };
import automations from './zh/automations.json' with { type: 'json' };
import cli from './zh/cli.json' with { type: 'json' };
import context from './zh/context.json' with { type: 'json' };
import doctor from './zh/doctor.json' with { type: 'json' };
import errors from './zh/errors.json' with { type: 'json' };
import faults from './zh/faults.json' with { type: 'json' };
import gaps from './zh/gaps.json' with { type: 'json' };
import insights from './zh/insights.json' with { type: 'json' };
import notes from './zh/notes.json' with { type: 'json' };
import notices from './zh/notices.json' with { type: 'json' };
import pageLabels from './zh/page-labels.json' with { type: 'json' };
import pages from './zh/pages.json' with { type: 'json' };
import plans from './zh/plans.json' with { type: 'json' };
import settings from './zh/settings.json' with { type: 'json' };
import units from './zh/units.json' with { type: 'json' };
import vision from './zh/vision.json' with { type: 'json' };

/** All messages in Chinese. */
export const zh: Texts = {
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
