import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './menu.module.css';

/** A button that opens a panel below itself; Escape or a click elsewhere closes it. */
export function Menu(props: {
  readonly label: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const closeOutside = (event: Event) => {
      const element = details.current;
      if (element && !(event.target instanceof Node && element.contains(event.target))) {
        element.open = false;
      }
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, []);
  return (
    <details
      ref={details}
      className={classes['menu']}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className={classes['button']}>{props.label}</summary>
      {isOpen && <div className={classes['panel']}>{props.children}</div>}
    </details>
  );
}
