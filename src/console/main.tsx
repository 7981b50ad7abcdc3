import './styles.css';
import { createTheme, MantineProvider, MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Language } from '../model/core/message.ts';
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
  if (pathname === '/') void queries.prefetchQuery(dashboardQuery(farmId, language));
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

/** Notifications at the bottom of the screen; each has a labelled close button. */
function Messages(): ReactNode {
  const closeButtonProps = { 'aria-label': useText()('dialog.close') };
  const components = { Notification: { defaultProps: { closeButtonProps } } };
  return (
    <MantineThemeProvider theme={{ components }}>
      <Notifications position="bottom-center" />
    </MantineThemeProvider>
  );
}
