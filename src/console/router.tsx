import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { isCalendarDay } from '../tools/calendar.ts';
import { basePath } from './api/http.ts';
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
  errorComponent: ({ error, reset }) => <LoadingFailed error={error} onRetry={reset} />,
});

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./features/today/today.tsx'), 'Today'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./features/sign-in/sign-in.tsx'), 'SignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/portfolio',
    component: lazyRouteComponent(() => import('./features/farms/portfolio.tsx'), 'Portfolio'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts',
    validateSearch: textsOf,
    component: lazyRouteComponent(() => import('./features/work/alerts.tsx'), 'Alerts'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tasks',
    validateSearch: textsOf,
    component: lazyRouteComponent(() => import('./features/work/tasks.tsx'), 'Tasks'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports',
    validateSearch: textsOf,
    component: lazyRouteComponent(() => import('./features/work/reports.tsx'), 'Reports'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/calendar',
    validateSearch: textsOf,
    component: lazyRouteComponent(() => import('./features/work/calendar.tsx'), 'Calendar'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ask',
    component: lazyRouteComponent(() => import('./features/ask/ask.tsx'), 'Ask'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/notices',
    component: lazyRouteComponent(() => import('./features/notices/notices.tsx'), 'Notices'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cameras',
    component: lazyRouteComponent(() => import('./features/cameras/cameras.tsx'), 'CamerasScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/insights',
    component: lazyRouteComponent(
      () => import('./features/insights/insights.tsx'),
      'InsightsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/feed',
    component: lazyRouteComponent(() => import('./features/business/feed.tsx'), 'Feed'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/medicine',
    component: lazyRouteComponent(() => import('./features/business/medicine.tsx'), 'Medicine'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/market',
    component: lazyRouteComponent(() => import('./features/business/market.tsx'), 'Market'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/money',
    component: lazyRouteComponent(() => import('./features/business/money.tsx'), 'Money'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/keys',
    component: lazyRouteComponent(() => import('./features/admin/keys.tsx'), 'Keys'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    component: lazyRouteComponent(() => import('./features/account/account.tsx'), 'Account'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people',
    component: lazyRouteComponent(() => import('./features/admin/people.tsx'), 'People'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/$id',
    component: lazyRouteComponent(() => import('./features/admin/person.tsx'), 'Person'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./features/admin/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/$id',
    component: lazyRouteComponent(() => import('./features/admin/webhook.tsx'), 'WebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/integrations',
    component: lazyRouteComponent(
      () => import('./features/admin/integrations.tsx'),
      'Integrations',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/integrations/$id',
    component: lazyRouteComponent(
      () => import('./features/admin/integrations.tsx'),
      'IntegrationScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/automations',
    component: lazyRouteComponent(() => import('./features/admin/automations.tsx'), 'Automations'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: lazyRouteComponent(() => import('./features/admin/settings.tsx'), 'SettingsScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: textsOf,
    component: lazyRouteComponent(() => import('./features/admin/audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/unsent',
    component: lazyRouteComponent(() => import('./features/work/unsent.tsx'), 'Unsent'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/backups',
    component: lazyRouteComponent(() => import('./features/admin/backups.tsx'), 'Backups'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/farms/$id',
    component: lazyRouteComponent(() => import('./features/farms/farm.tsx'), 'FarmScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/barns/$id',
    validateSearch: barnSearch,
    component: lazyRouteComponent(() => import('./features/barns/barn.tsx'), 'BarnScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/flocks/$id',
    component: lazyRouteComponent(() => import('./features/flocks/flock.tsx'), 'FlockScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/log',
    validateSearch: (search: Record<string, unknown>): { readonly date?: string | undefined } => {
      const { date } = textsOf(search);
      return date !== undefined && isCalendarDay(date) ? { date } : {};
    },
    component: lazyRouteComponent(() => import('./features/log/log.tsx'), 'LogScreen'),
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
    component: lazyRouteComponent(() => import('./features/records/record-list.tsx'), 'RecordList'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records/$resource/new',
    validateSearch: textsOf,
    component: lazyRouteComponent(() => import('./features/records/record-form.tsx'), 'NewRecord'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records/$resource/import',
    component: lazyRouteComponent(() => import('./features/records/import.tsx'), 'ImportScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records/$resource/$id',
    component: lazyRouteComponent(() => import('./features/records/record.tsx'), 'RecordScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/records/$resource/$id/edit',
    component: lazyRouteComponent(() => import('./features/records/record-form.tsx'), 'EditRecord'),
  }),
] as const;

/** The screens by address. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: basePath,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
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
