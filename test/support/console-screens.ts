import type { Page } from 'playwright-core';

/** Every screen of the console, with an element that is present once its data has loaded. */
export const SCREENS = [
  ['/', 'dl'],
  ['/portfolio', 'table'],
  ['/farms/{farms}', 'main li h3'],
  ['/barns/{barns}?range=7d', 'figure svg'],
  ['/flocks/{flocks}', 'figure svg'],
  ['/log', 'form'],
  ['/records/daily-logs', 'table'],
  ['/records/alerts?status=open', 'table'],
  ['/records/contacts?farm={farms}', 'table'],
  ['/records/flocks/new', 'form'],
  ['/records/daily-logs/import', 'label'],
  ['/alerts', 'main li'],
  ['/tasks', 'main li'],
  ['/reports', 'main li'],
  ['/calendar', 'main ol'],
  ['/ask', 'main form'],
  ['/notices', 'main form'],
  ['/cameras?farm={farms}', 'main img'],
  ['/insights?farm={farms}', '#risk meter'],
  ['/feed?farm={farms}', 'main h3'],
  ['/medicine?farm={farms}', 'main table'],
  ['/market?farm={farms}', 'main article'],
  ['/money?farm={farms}', 'main svg'],
  ['/people', 'main h1'],
  ['/people/{users}', 'main h1'],
  ['/keys', 'main h1'],
  ['/webhooks', 'main h1'],
  ['/webhooks/{webhooks}', 'main h1'],
  ['/integrations', 'main h1'],
  ['/integrations/{integrations}', 'main h1'],
  ['/automations', 'main h1'],
  ['/settings', 'main h1'],
  ['/audit', 'main h1'],
  ['/backups', 'main dl'],
  ['/unsent', 'main h1'],
] as const;

/** Navigates to a path inside the console like a link, without reloading the program. */
export function navigate(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    const { history, dispatchEvent } = globalThis as unknown as NavigationScope;
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The parts of a browser used for navigation. */
interface NavigationScope {
  readonly history: { pushState(state: null, title: string, url: string): void };
  readonly dispatchEvent: (event: Event) => boolean;
}
declare class PopStateEvent extends Event {}
