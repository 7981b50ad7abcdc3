import './styles.css';
import { createTheme, MantineProvider, Notification } from '@mantine/core';
import { type NotificationData, notifications, useNotifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import type { Language } from '../model/core/message.ts';
import { coversScope } from '../model/core/vocabulary.ts';
import { dashboardQuery, meQuery } from './api/answers.ts';
import { createQueryClient, recordQuery } from './api/queries.ts';
import { chosenLanguage, LanguageProvider, useText } from './i18n/language.tsx';
import { loadWording } from './i18n/texts.ts';
import { cacheAnswers } from './offline/cached-answers.ts';
import { router } from './router.tsx';
import { SIGN_IN } from './shell/shell.tsx';
import { chosenFarm, isBeyond } from './ui/farm.tsx';

const theme = createTheme({
  primaryColor: 'green',
  cursorType: 'pointer',
  defaultRadius: 'md',
  respectReducedMotion: true,
});

async function start(): Promise<void> {
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no place for the console.');
  const queries = createQueryClient();
  cacheAnswers(queries);
  // The screen, its texts and the signed-in user are loaded in parallel.
  void router.load();
  followAddress();
  const language = chosenLanguage();
  void requestFirst(queries, language);
  const initial = await loadWording(language);
  createRoot(place).render(
    <StrictMode>
      {/* Theme variables are in a separate style sheet: the policy of the page allows no inline
          styles. */}
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withStaticClasses={false}
        withGlobalClasses={false}
      >
        <LanguageProvider initial={initial}>
          <QueryClientProvider client={queries}>
            <Messages />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

void start();

/** Requests the data of the first screen, so that it loads while the screen is rendered. */
async function requestFirst(queries: QueryClient, language: Language): Promise<void> {
  const { pathname, search } = router.latestLocation;
  if (pathname === SIGN_IN) return;
  await queries.prefetchQuery(meQuery);
  const me = queries.getQueryData(meQuery.queryKey);
  const { farm: named } = search;
  const isNamed = named !== undefined && isBeyond(me, named);
  const farmId = isNamed ? named : chosenFarm(me, named)?.id;
  if (farmId === undefined) return;
  void queries.prefetchQuery(recordQuery('farms', farmId));
  const isOfToday = pathname === '/' && coversScope(me?.scopes ?? [], 'read:*');
  if (isOfToday) void queries.prefetchQuery(dashboardQuery(farmId, language));
}

/** Until the first screen is ready, only this detects back and forward navigation. */
function followAddress(): void {
  const stops = [
    // Not `router.load` itself: the history uses a set, so the router's own subscription would be
    // lost.
    router.history.subscribe(() => void router.load()),
    router.subscribe('onRendered', () => {
      for (const stop of stops) stop();
    }),
  ];
}

/**
 * Notifications at the bottom of the screen. The component of Mantine for the whole list would be
 * 8 kB of every first load, mostly for dragging and transitions.
 */
function Messages(): ReactNode {
  const { notifications: shown } = useNotifications();
  return (
    <div className="messages">
      {shown.map((message) => (
        <Message key={message.id} {...message} />
      ))}
    </div>
  );
}

const MESSAGE_MILLIS = 4000;

/** A notification; it closes automatically unless it is hovered or has the focus. */
function Message({ id = '', autoClose, color = 'green', message }: NotificationData): ReactNode {
  const text = useText();
  const timer = useRef(0);
  const stop = () => window.clearTimeout(timer.current);
  const start = () => {
    stop();
    if (autoClose === false) return;
    const millis = typeof autoClose === 'number' ? autoClose : MESSAGE_MILLIS;
    timer.current = window.setTimeout(() => notifications.hide(id), millis);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that changes starts again.
  useEffect(() => {
    start();
    return stop;
  }, [id, autoClose]);
  return (
    <Notification
      color={color}
      closeButtonProps={{ 'aria-label': text('dialog.close') }}
      onClose={() => notifications.hide(id)}
      onMouseEnter={stop}
      onMouseLeave={start}
      onFocus={stop}
      onBlur={start}
    >
      {message}
    </Notification>
  );
}
