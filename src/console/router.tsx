import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { isCalendarDay } from '../tools/calendar.ts';
import { basePath, Unreachable } from './api/http.ts';
import { barnSearch } from './features/barns/barn-search.ts';
import { useText } from './i18n/language.tsx';
import { Shell } from './shell/shell.tsx';
import { Empty, LoadingFailed } from './ui/page.tsx';

/** Search parameters as texts; those without a value are omitted. */
function textsOf(
  search: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}

const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): { readonly farm?: string | undefined } => ({
    farm: textsOf(search)['farm'],
  }),
  component: Shell,
  notFoundComponent: NotFound,
});

/** A screen that is loaded on demand. */
function screen<T extends Readonly<Record<string, unknown>>, K extends keyof T>(
  load: () => Promise<T>,
  name: K,
) {
  return lazyRouteComponent(
    () =>
      load().catch(async (cause: unknown) => {
        const answer = await fetch(`${basePath}livez`).catch(() => undefined);
        // For this message the router reloads the page once: the file is one of an older version.
        // Without a network nothing would be left after that.
        if (answer?.ok) throw new Error(`Failed to fetch dynamically imported module: ${cause}`);
        throw new Unreachable('The screen cannot be loaded.', { cause });
      }),
    name,
  );
}

const ofFarms = { isOfFarms: true };

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: ofFarms,
    component: screen(() => import('./features/today/today.tsx'), 'Today'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: screen(() => import('./features/sign-in/sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/portfolio',
    staticData: ofFarms,
    component: screen(() => import('./features/farms/portfolio.tsx'), 'Portfolio'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts',
    staticData: ofFarms,
    validateSearch: textsOf,
    component: screen(() => import('./features/work/alerts.tsx'), 'Alerts'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tasks',
    staticData: ofFarms,
    validateSearch: textsOf,
    component: screen(() => import('./features/work/tasks.tsx'), 'Tasks'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports',
    staticData: ofFarms,
    validateSearch: textsOf,
    component: screen(() => import('./features/work/reports.tsx'), 'Reports'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/calendar',
    staticData: ofFarms,
    validateSearch: textsOf,
    component: screen(() => import('./features/work/calendar.tsx'), 'Calendar'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ask',
    staticData: ofFarms,
    component: screen(() => import('./features/ask/ask.tsx'), 'Ask'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/notices',
    staticData: ofFarms,
    component: screen(() => import('./features/notices/notices.tsx'), 'Notices'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cameras',
    staticData: ofFarms,
    component: screen(() => import('./features/cameras/cameras.tsx'), 'CamerasScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/insights',
    staticData: ofFarms,
    component: screen(() => import('./features/insights/insights.tsx'), 'InsightsScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/feed',
    staticData: ofFarms,
    component: screen(() => import('./features/business/feed.tsx'), 'Feed'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/medicine',
    staticData: ofFarms,
    component: screen(() => import('./features/business/medicine.tsx'), 'Medicine'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/market',
    staticData: ofFarms,
    component: screen(() => import('./features/business/market.tsx'), 'Market'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/money',
    staticData: ofFarms,
    component: screen(() => import('./features/business/money.tsx'), 'Money'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/keys',
    component: screen(() => import('./features/admin/keys.tsx'), 'Keys'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    component: screen(() => import('./features/account/account.tsx'), 'Account'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people',
    component: screen(() => import('./features/admin/people.tsx'), 'People'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/$id',
    component: screen(() => import('./features/admin/person.tsx'), 'Person'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks',
    component: screen(() => import('./features/admin/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/$id',
    component: screen(() => import('./features/admin/webhook.tsx'), 'WebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/integrations',
    staticData: ofFarms,
    component: screen(() => import('./features/admin/integrations.tsx'), 'Integrations'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/integrations/$id',
    component: screen(() => import('./features/admin/integrations.tsx'), 'IntegrationScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/automations',
    staticData: ofFarms,
    component: screen(() => import('./features/admin/automations.tsx'), 'Automations'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: screen(() => import('./features/admin/settings.tsx'), 'SettingsScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: textsOf,
    component: screen(() => import('./features/admin/audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/unsent',
    component: screen(() => import('./features/work/unsent.tsx'), 'Unsent'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/backups',
    component: screen(() => import('./features/admin/backups.tsx'), 'Backups'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/farms/$id',
    component: screen(() => import('./features/farms/farm.tsx'), 'FarmScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/barns/$id',
    validateSearch: barnSearch,
    component: screen(() => import('./features/barns/barn.tsx'), 'BarnScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/flocks/$id',
    component: screen(() => import('./features/flocks/flock.tsx'), 'FlockScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/log',
    staticData: ofFarms,
    validateSearch: (search: Record<string, unknown>): { readonly date?: string | undefined } => {
      const { date } = textsOf(search);
      return date !== undefined && isCalendarDay(date) ? { date } : {};
    },
    component: screen(() => import('./features/log/log.tsx'), 'LogScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records',
    beforeLoad: ({ search }) => {
      throw redirect({
        to: '/records/$resource',
        params: { resource: 'daily-logs' },
        search,
        replace: true,
      });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records/$resource',
    validateSearch: textsOf,
    component: screen(() => import('./features/records/record-list.tsx'), 'RecordList'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records/$resource/new',
    validateSearch: textsOf,
    component: screen(() => import('./features/records/record-form.tsx'), 'NewRecord'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records/$resource/import',
    component: screen(() => import('./features/records/import.tsx'), 'ImportScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records/$resource/$id',
    component: screen(() => import('./features/records/record.tsx'), 'RecordScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records/$resource/$id/edit',
    component: screen(() => import('./features/records/record-form.tsx'), 'EditRecord'),
  }),
] as const;

/** The screens by address. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: basePath,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => (
    <LoadingFailed error={error} onRetry={() => void router.load().then(reset)} />
  ),
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether the screen shows records of farms: without a farm it is replaced. */
    readonly isOfFarms?: boolean;
  }
  interface Register {
    router: typeof router;
  }
}

function NotFound() {
  const text = useText();
  return (
    <Empty>
      {text('page.notFound')}
      <Link to="/">{text('page.toToday')}</Link>
    </Empty>
  );
}
