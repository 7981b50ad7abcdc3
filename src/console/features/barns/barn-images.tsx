import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listQuery, periodicRefresh } from '../../api/queries.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { Answered, Empty, Section, useCan } from '../../ui/page.tsx';
import { Photos } from '../../ui/photos.tsx';

const MAX_IMAGES = 6;

/** The newest images of a barn, from cameras and people. */
export function BarnImages({ barnId }: { readonly barnId: string }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const mayRead = useCan()('read:media');
  const images = useQuery({
    ...listQuery('media', { barnId, kind: 'image', limit: MAX_IMAGES }),
    ...periodicRefresh,
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Section title={text('barn.lastImages')}>
      <Answered query={images}>
        {({ data }) => {
          // An item without a file has no image yet.
          const shown = data.filter(({ url }) => url !== null);
          return shown.length === 0 ? (
            <Empty>{text('cameras.noImage')}</Empty>
          ) : (
            <Photos
              label={text('barn.lastImages')}
              images={shown}
              altText={({ createdAt }) => text('photo.of', { at: formats.instant(createdAt) })}
            />
          );
        }}
      </Answered>
    </Section>
  );
}
