import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queries.ts';
import { initialLanguage, LanguageProvider } from './i18n/language.tsx';
import { loadWording } from './i18n/texts.ts';
import { keepAnswers } from './offline/kept-answers.ts';
import { router } from './router.tsx';
import { Messages } from './ui/messages.tsx';
import './styles.css';

const theme = createTheme({
  primaryColor: 'green',
  cursorType: 'pointer',
  defaultRadius: 'md',
  respectReducedMotion: true,
});

async function start(): Promise<void> {
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no place for the console.');
  const initial = await loadWording(initialLanguage());
  const queries = createQueryClient();
  keepAnswers(queries);
  createRoot(place).render(
    <StrictMode>
      {/* Theme variables are a style sheet of their own: the page allows no styles inside it. */}
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
