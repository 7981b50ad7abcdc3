import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { isCommand } from '../ui/keys.ts';
import classes from './shell.module.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette; shortcuts are Ctrl K and ⌘K. */
export function PaletteButton(): ReactNode {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!isCommand(event, 'k')) return;
      // Browsers use the shortcut for searching.
      event.preventDefault();
      // It would hide the question of another dialog.
      if (!document.querySelector('dialog[open]')) setIsOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes['palette']}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <span aria-hidden="true">⌕</span>
        <span className={classes['word']}>{text('palette.title')}</span>
        <kbd dir="ltr" className={classes['shortcut']}>
          {IS_APPLE ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
