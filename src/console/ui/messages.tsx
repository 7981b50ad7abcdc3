import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';

/** Short messages at the bottom of the screen; each has a button with a name that closes it. */
export function Messages(): ReactNode {
  const closeButtonProps = { 'aria-label': useText()('dialog.close') };
  const components = { Notification: { defaultProps: { closeButtonProps } } };
  return (
    <MantineThemeProvider theme={{ components }}>
      <Notifications position="bottom-center" />
    </MantineThemeProvider>
  );
}
