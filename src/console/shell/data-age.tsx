import { notifications } from '@mantine/notifications';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Unreachable } from '../api/http.ts';
import { useFormats, useText } from '../i18n/language.tsx';
import { isRestored } from '../offline/cached-answers.ts';
import { installServiceWorker, watchForUpdates } from '../offline/service-worker-client.ts';
import classes from './shell.module.css';

/** Restored data newer than this is not marked as old. */
const RECENT_MILLIS = 60_000;

/** The age of the displayed data, while the service does not respond or has not responded yet. */
export function DataAge(): ReactNode {
  const text = useText();
  const formats = useFormats();
  const cache = useQueryClient().getQueryCache();
  const age = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => dataAge(cache.getAll()),
  );
  if (age === undefined) return null;
  const [reason, millis = ''] = age.split(' ');
  const at = formats.instant(new Date(Number(millis)).toISOString());
  return (
    <p className={classes['age']} role="status">
      {text(reason === 'unreachable' ? 'state.stale' : 'state.restored', { at })}
    </p>
  );
}

/** The reason why displayed data is old, and the time of the oldest. */
function dataAge(queries: readonly Query[]): string | undefined {
  const shown = queries.filter((query) => query.isActive() && query.state.dataUpdatedAt > 0);
  const unreachable = shown.filter(isUnreachable);
  if (unreachable.length > 0) return `unreachable ${oldest(unreachable)}`;
  const old = shown.filter(
    (query) => isRestored(query) && Date.now() - query.state.dataUpdatedAt > RECENT_MILLIS,
  );
  return old.length > 0 ? `restored ${oldest(old)}` : undefined;
}

function isUnreachable({ state }: Query): boolean {
  return state.error instanceof Unreachable || state.fetchFailureReason instanceof Unreachable;
}

/** Only data that is refetched regularly: names and settings hardly change. */
function oldest(queries: readonly Query[]): number {
  const isLive = ({ observers }: Query) =>
    observers.some(({ options }) => options.refetchInterval !== false);
  const live = queries.filter(isLive);
  const of = live.length > 0 ? live : queries;
  return Math.min(...of.map(({ state }) => state.dataUpdatedAt));
}

const NOTICE = 'farmctl.update';
/** The first screen is loaded before all others. */
const INSTALL_AFTER_MILLIS = 2000;

/**
 * Installs the service worker after the screen has loaded, and reports newer versions of the
 * console.
 */
export function useInstalledConsole(): void {
  useEffect(() => {
    const notify = () =>
      void notifications.show({ id: NOTICE, autoClose: false, message: <Update /> });
    watchForUpdates(notify);
    const install = () => void installServiceWorker().catch(() => {});
    const timer = setTimeout(install, INSTALL_AFTER_MILLIS);
    return () => clearTimeout(timer);
  }, []);
}

function Update() {
  const text = useText();
  return (
    <span className="undo">
      {text('update.installed')}
      <button type="button" onClick={() => window.location.reload()}>
        {text('update.reload')}
      </button>
    </span>
  );
}
