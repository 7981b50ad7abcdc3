import type { Texts } from './en.ts';
import alerts from './th/alerts.json' with { type: 'json' };
import ask from './th/ask.json' with { type: 'json' };
import automations from './th/automations.json' with { type: 'json' };
import cli from './th/cli.json' with { type: 'json' };
import context from './th/context.json' with { type: 'json' };
import doctor from './th/doctor.json' with { type: 'json' };
import errors from './th/errors.json' with { type: 'json' };
import faults from './th/faults.json' with { type: 'json' };
import gaps from './th/gaps.json' with { type: 'json' };
import insights from './th/insights.json' with { type: 'json' };
import notes from './th/notes.json' with { type: 'json' };
import notices from './th/notices.json' with { type: 'json' };
import pageLabels from './th/page-labels.json' with { type: 'json' };
import pages from './th/pages.json' with { type: 'json' };
import plans from './th/plans.json' with { type: 'json' };
import settings from './th/settings.json' with { type: 'json' };
import units from './th/units.json' with { type: 'json' };
import vision from './th/vision.json' with { type: 'json' };

/** All messages in Thai. */
export const th: Texts = {
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
