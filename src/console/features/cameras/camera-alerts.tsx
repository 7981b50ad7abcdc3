import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnswerOf } from '../../api/answers.ts';
import { useFormats } from '../../i18n/language.tsx';
import items from '../../ui/items.module.css';
import { SeverityMark } from '../../ui/severity-mark.tsx';

/** The answer of the cameras screen. */
export type Cameras = AnswerOf<'GET /os/cameras'>;
export type Camera = Cameras['cameras'][number];

/** Open alerts, each with its record. */
export function CameraAlerts({ alerts }: { readonly alerts: Camera['alerts'] }): ReactNode {
  const formats = useFormats();
  return (
    <ul className={items['list']}>
      {alerts.map(({ alertId, severity, title, createdAt }) => (
        <li key={alertId} className={items['item']} data-severity={severity}>
          <SeverityMark severity={severity} isShort />
          <div className={items['what']}>
            <Link
              to="/records/$resource/$id"
              params={{ resource: 'alerts', id: alertId }}
              dir="auto"
            >
              {title}
            </Link>
            <p>{formats.instant(createdAt)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
