import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { meQuery } from '../api/answers.ts';
import { periodicRefresh } from '../api/queries.ts';
import { useText } from '../i18n/language.tsx';
import { useFarm } from '../ui/farm.tsx';
import { openAlertsQuery } from '../ui/open-alerts.tsx';
import { useCan } from '../ui/page.tsx';
import classes from './shell.module.css';

/** The menu entries; those of the first list are always visible on a phone. */
const FIRST = [
  { to: '/', name: 'nav.today', sign: '◷', scope: undefined },
  { to: '/log', name: 'nav.log', sign: '+', scope: 'write:daily-logs' },
  { to: '/alerts', name: 'nav.alerts', sign: '△', scope: 'read:alerts' },
  { to: '/tasks', name: 'nav.tasks', sign: '☑', scope: 'read:tasks' },
] as const;
const OTHERS = [
  { to: '/ask', name: 'nav.ask', sign: '?', scope: 'ai:ask' },
  { to: '/cameras', name: 'nav.cameras', sign: '◉', scope: 'read:*' },
  { to: '/reports', name: 'nav.reports', sign: '✎', scope: 'read:field-reports' },
  { to: '/calendar', name: 'nav.calendar', sign: '▤', scope: undefined },
  { to: '/notices', name: 'nav.notices', sign: '✉', scope: 'read:alerts' },
  { to: '/insights', name: 'nav.insights', sign: '◔', scope: 'read:*' },
  { to: '/feed', name: 'nav.feed', sign: '⛁', scope: 'read:feed-deliveries' },
  { to: '/medicine', name: 'nav.medicine', sign: '✚', scope: 'read:medicine' },
  { to: '/market', name: 'nav.market', sign: '⇅', scope: 'read:sales' },
  { to: '/money', name: 'nav.money', sign: '¤', scope: 'read:expenses' },
  { to: '/portfolio', name: 'nav.farms', sign: '▦', scope: undefined },
  { to: '/records', name: 'nav.records', sign: '☰', scope: undefined },
  { to: '/automations', name: 'nav.automations', sign: '↻', scope: 'read:automations' },
  { to: '/integrations', name: 'nav.integrations', sign: '⇄', scope: 'read:integrations' },
  { to: '/people', name: 'nav.people', sign: '☺', scope: 'admin:*' },
  { to: '/keys', name: 'nav.keys', sign: '✱', scope: 'admin:*' },
  { to: '/webhooks', name: 'nav.webhooks', sign: '↗', scope: 'admin:*' },
  { to: '/settings', name: 'nav.settings', sign: '⚙', scope: 'admin:*' },
  { to: '/audit', name: 'nav.audit', sign: '≡', scope: 'admin:*' },
  { to: '/backups', name: 'nav.backups', sign: '⤓', scope: 'admin:*' },
  { to: '/account', name: 'account.title', sign: '◉', scope: undefined },
] as const;

type Entry = (typeof FIRST | typeof OTHERS)[number];

/** Whether the session may open a screen of the menu. */
function useIsShown(): (entry: Entry) => boolean {
  const can = useCan();
  const { data: me } = useQuery(meQuery);
  return ({ to, scope }) => {
    if (to === '/portfolio') return (me?.farms.length ?? 0) > 1;
    if (to === '/account') return me?.user !== undefined;
    return scope === undefined || can(scope);
  };
}

/** The screens of the menu that the session may open. */
export function useScreens(): readonly Entry[] {
  return [...FIRST, ...OTHERS].filter(useIsShown());
}

/** The state of a menu; navigation closes it. */
export function useOpening() {
  const [isOpen, setIsOpen] = useState(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => setIsOpen(false), [path]);
  return [isOpen, setIsOpen] as const;
}

/** The menu: at the side of the screen on a desktop, at the bottom on a phone. */
export function MainMenu(): ReactNode {
  const text = useText();
  const isShown = useIsShown();
  const [isOpen, setIsOpen] = useOpening();
  return (
    <nav className={classes['nav']} aria-label={text('nav.main')}>
      {FIRST.filter(isShown).map((entry) => (
        <MenuLink key={entry.to} entry={entry} />
      ))}
      <button
        type="button"
        className={`${classes['link']} ${classes['more']}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span aria-hidden="true">⋯</span>
        {text('nav.more')}
      </button>
      <div className={classes['others']} data-open={isOpen}>
        {OTHERS.filter(isShown).map((entry) => (
          <MenuLink key={entry.to} entry={entry} />
        ))}
      </div>
    </nav>
  );
}

function MenuLink({ entry }: { readonly entry: Entry }) {
  const text = useText();
  return (
    <Link
      to={entry.to}
      className={classes['link'] as string}
      activeOptions={{ exact: entry.to === '/', includeSearch: false }}
      search={(previous) => ({ farm: previous['farm'] })}
    >
      <span aria-hidden="true">{entry.sign}</span>
      {text(entry.name)}
      {entry.to === '/alerts' && <OpenCount />}
    </Link>
  );
}

/** Number of open alerts of the farm, if any. */
function OpenCount() {
  const farm = useFarm();
  // The Today screen fetches them itself, after the numbers of the day.
  const isToday = useLocation({ select: ({ pathname }) => pathname === '/' });
  const { data } = useQuery({
    ...openAlertsQuery({ farmId: farm?.id }),
    ...periodicRefresh,
    enabled: farm !== undefined && !isToday,
  });
  if (!data?.meta.total) return null;
  const isCritical = data.data.some(({ severity }) => severity === 'critical');
  return (
    <span className={classes['count']} data-critical={isCritical || undefined}>
      {data.meta.total}
    </span>
  );
}
