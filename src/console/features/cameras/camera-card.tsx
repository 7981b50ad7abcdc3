import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { buildAddress } from '../../api/http.ts';
import { leftToRight } from '../../i18n/formats.ts';
import { useFormats, useLanguage, useText, useWithUnit } from '../../i18n/language.tsx';
import { Facts } from '../../ui/facts.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { type Camera, CameraAlerts } from './camera-alerts.tsx';
import classes from './cameras.module.css';

/** A camera: its newest image, whether it works, and its counts and weights. */
export function CameraCard(props: {
  readonly camera: Camera;
  readonly image: Row<'media'> | undefined;
}): ReactNode {
  const { camera, image } = props;
  const text = useText();
  const { labels } = useLanguage().wording;
  const { silent, status } = camera;
  const isWorking = silent === null && status === 'online';
  return (
    <li className={classes['card']}>
      <Picture image={image} />
      <header>
        <h2>
          <Link
            to="/records/$resource/$id"
            params={{ resource: 'devices', id: camera.deviceId }}
            search={preserveFarm}
            dir="auto"
          >
            {camera.name ?? camera.sourceKey ?? camera.deviceId}
          </Link>
        </h2>
        <span className={classes['state']}>
          <SeverityMark severity={silent?.severity ?? (isWorking ? 'ok' : 'info')} isShort />
          {silent ? text('cameras.isSilent') : status !== null && wordOf(labels, status, 'devices')}
        </span>
      </header>
      <Place camera={camera} />
      <CameraObservations camera={camera} />
      {camera.alerts.length > 0 && <CameraAlerts alerts={camera.alerts} />}
    </li>
  );
}

function Picture({ image }: { readonly image: Row<'media'> | undefined }) {
  const text = useText();
  const formats = useFormats();
  if (!image) return <p className={classes['noImage']}>{text('cameras.noImage')}</p>;
  const { id, name, aiSeverity, aiSummary, createdAt } = image;
  return (
    <figure className={classes['image']}>
      <Link to="/records/$resource/$id" params={{ resource: 'media', id }} search={preserveFarm}>
        <img
          src={buildAddress({
            path: `/os/media/${encodeURIComponent(id)}/content`,
            query: { variant: 'thumbnail' },
          })}
          alt={name ?? text('cameras.image')}
          loading="lazy"
        />
      </Link>
      <figcaption>
        <time dateTime={createdAt}>{formats.instant(createdAt)}</time>
        {aiSummary !== null && (
          <>
            <SeverityMark severity={aiSeverity === 'none' ? 'ok' : aiSeverity} isShort />
            <span dir="auto">{aiSummary}</span>
          </>
        )}
      </figcaption>
    </figure>
  );
}

function Place({ camera: { barnId, barn, flockId, flock } }: { readonly camera: Camera }) {
  const text = useText();
  return (
    <p className={classes['place']}>
      {barnId === null ? (
        text('cameras.noBarn')
      ) : (
        <Link to="/barns/$id" params={{ id: barnId }} search={preserveFarm} dir="auto">
          {barn ?? barnId}
        </Link>
      )}
      {flockId !== null && (
        <>
          {' · '}
          <Link to="/flocks/$id" params={{ id: flockId }} search={preserveFarm}>
            <bdi>{flock ?? flockId}</bdi>
          </Link>
        </>
      )}
    </p>
  );
}

/** Observations of a camera in the last day; without an observation a value is unknown. */
function CameraObservations({ camera }: { readonly camera: Camera }) {
  const text = useText();
  const formats = useFormats();
  const { events24h: events, lastHeardAt, calibration } = camera;
  const lastHeard = lastHeardAt === null ? text('cameras.never') : formats.instant(lastHeardAt);
  return (
    <Facts
      of={[
        [text('cameras.lastHeard'), lastHeard],
        [text('cameras.count'), <Count key="count" count={camera.count} />],
        [text('barn.weight'), <Weight key="weight" weight={camera.weight} />],
        [
          text('cameras.detections'),
          text('cameras.detected', {
            total: formats.number(events.total),
            counts: events.count,
            weights: events.weight,
            behavior: events.behavior,
            deaths: events.mortality,
          }),
        ],
        [
          text('cameras.calibration'),
          calibration === null || calibration.factor === null
            ? text('cameras.uncalibrated')
            : text('cameras.factor', {
                factor: formats.number(calibration.factor, 3),
                pairs: calibration.pairs,
              }),
        ],
      ]}
    />
  );
}

function Count({ count }: { readonly count: Camera['count'] }) {
  const text = useText();
  const formats = useFormats();
  if (count === null || count.birds === null) return <em>{text('unknown')}</em>;
  const { birds, logged, gapPct, difference, severity } = count;
  return (
    <>
      {severity !== null && <SeverityMark severity={severity} isShort />}{' '}
      <bdi>{formats.number(birds, 0)}</bdi>{' '}
      {logged !== null && gapPct !== null && difference !== null && (
        <small>
          {text('cameras.againstLog', {
            logged: formats.number(logged, 0),
            difference: leftToRight(formats.signed(difference, 0)),
          })}
        </small>
      )}
    </>
  );
}

function Weight({ weight }: { readonly weight: Camera['weight'] }) {
  const text = useText();
  const formats = useFormats();
  const withUnit = useWithUnit();
  if (weight === null || weight.g === null) return <em>{text('unknown')}</em>;
  return (
    <>
      <bdi>{withUnit(formats.number(weight.g, 0), 'g')}</bdi>{' '}
      {(weight.uncalibrated || weight.downWeighted) && (
        <small>
          <SeverityMark severity="warning" isShort />{' '}
          {text(weight.uncalibrated ? 'cameras.notReliable' : 'cameras.offCurve')}
        </small>
      )}
    </>
  );
}
