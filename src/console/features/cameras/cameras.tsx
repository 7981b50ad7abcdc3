import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callRoute } from '../../api/answers.ts';
import { listQuery } from '../../api/queries.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { FarmClock, useFarm } from '../../ui/farm.tsx';
import { Figure, FigureList } from '../../ui/figures.tsx';
import { Answered, Empty, Forbidden, Page, Section, useCan } from '../../ui/page.tsx';
import { CameraAlerts, type Cameras } from './camera-alerts.tsx';
import { CameraCard } from './camera-card.tsx';
import classes from './cameras.module.css';
import { Connections, Unregistered } from './sources.tsx';

const MAX_IMAGES = 100;

/** The cameras of the farm: their state and observations. */
export function CamerasScreen(): ReactNode {
  const maySee = useCan()('read:*');
  const farm = useFarm();
  if (!maySee) return <Forbidden scope="read:*" />;
  if (!farm) return <Empty />;
  return (
    <FarmClock key={farm.id} farmId={farm.id}>
      <FarmCameras farmId={farm.id} />
    </FarmClock>
  );
}

function FarmCameras({ farmId }: { readonly farmId: string }) {
  const text = useText();
  const formats = useFormats();
  const cameras = useQuery({
    queryKey: ['cameras', farmId],
    queryFn: ({ signal }) => callRoute('GET /os/cameras', { query: { farmId }, signal }),
  });
  const images = useQuery(
    listQuery('media', { farmId, source: 'camera', kind: 'image', limit: MAX_IMAGES }),
  );
  return (
    <Answered query={cameras} title={text('nav.cameras')}>
      {(answer) => (
        <Page
          title={text('nav.cameras')}
          aside={<time dateTime={answer.asOf}>{formats.instant(answer.asOf)}</time>}
        >
          <Headline headline={answer.headline} />
          <Unregistered farmId={farmId} sources={answer.unregistered} />
          {answer.cameras.length === 0 ? (
            <NoCameras />
          ) : (
            <ul className={classes['cards']}>
              {answer.cameras.map((camera) => (
                <CameraCard
                  key={camera.deviceId}
                  camera={camera}
                  image={images.data?.data.find(
                    ({ deviceId, url }) => deviceId === camera.deviceId && url !== null,
                  )}
                />
              ))}
            </ul>
          )}
          <OtherAlerts alerts={answer.barnAlerts} />
          <Connections connections={answer.connections} />
        </Page>
      )}
    </Answered>
  );
}

function Headline({ headline }: { readonly headline: Cameras['headline'] }) {
  return (
    <FigureList>
      <Figure name="cameras.online" value={headline.online} />
      <Figure name="cameras.silent" value={headline.silent} />
      <Figure name="cameras.unregistered" value={headline.unregistered} />
      <Figure name="today.alerts" value={headline.openAlerts} />
      <Figure name="cameras.events" value={headline.events24h} />
    </FigureList>
  );
}

function NoCameras() {
  const text = useText();
  const mayAdd = useCan()('write:devices');
  return (
    <Empty>
      {text('cameras.none')}
      {mayAdd && (
        <Link
          to="/records/$resource/new"
          params={{ resource: 'devices' }}
          search={({ farm }) => ({ farm, kind: 'camera' })}
        >
          {text('cameras.add')}
        </Link>
      )}
    </Empty>
  );
}

/** Camera alerts that name none of the cameras above. */
function OtherAlerts({ alerts }: { readonly alerts: Cameras['barnAlerts'] }) {
  const text = useText();
  if (alerts.length === 0) return null;
  return (
    <Section title={text('cameras.alerts')}>
      <CameraAlerts alerts={alerts} />
    </Section>
  );
}
