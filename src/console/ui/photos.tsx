import { Button, FileButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Row } from '../../model/resources/registry.ts';
import { buildAddress } from '../api/http.ts';
import { useFormats, useText } from '../i18n/language.tsx';
import { preserveFarm } from './farm.tsx';
import classes from './photos.module.css';

const MAX_SIDE_LENGTH = 1600;
const QUALITY = 0.85;

/** Selects a photo on the device, and displays it. */
export function PhotoInput(props: {
  readonly photo: Blob | undefined;
  readonly onChange: (photo: Blob | undefined) => void;
}): ReactNode {
  const { photo, onChange } = props;
  const text = useText();
  const address = useAddress(photo);
  return (
    <div className={classes['input']}>
      <FileButton
        accept="image/*"
        inputProps={{ 'aria-label': text('log.photo') }}
        onChange={(file) => file && void reduce(file).then(onChange)}
      >
        {(props) => (
          <Button {...props} variant="default">
            {text('log.photo')}
          </Button>
        )}
      </FileButton>
      {address !== undefined && (
        <>
          <img src={address} alt={text('report.photo')} />
          <Button variant="default" onClick={() => onChange(undefined)}>
            {text('report.removePhoto')}
          </Button>
        </>
      )}
    </div>
  );
}

/** The object URL of a file, valid while it is displayed. */
function useAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

/** Reduces a photo for slow connections, and removes the metadata of the camera. */
async function reduce(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE_LENGTH / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) =>
      canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', QUALITY),
    );
  } catch {
    // A format that this browser cannot display: the service validates it.
    return file;
  }
}

/** Images from the service side by side, each with its description and time. */
export function Photos(props: {
  readonly label: string;
  readonly images: readonly Row<'media'>[];
  /** Description of an image without a name. */
  readonly altText: (image: Row<'media'>) => string;
}): ReactNode {
  const formats = useFormats();
  const { images } = props;
  if (images.length === 0) return null;
  return (
    <ul className={classes['list']} aria-label={props.label}>
      {images.map((image) => (
        <li key={image.id}>
          <Link
            to="/records/$resource/$id"
            params={{ resource: 'media', id: image.id }}
            search={preserveFarm}
          >
            <img
              src={buildAddress({
                path: `/os/media/${encodeURIComponent(image.id)}/content`,
                query: { variant: 'thumbnail' },
              })}
              alt={image.aiSummary ?? image.name ?? props.altText(image)}
              loading="lazy"
            />
          </Link>
          <small>
            <time dateTime={image.createdAt}>{formats.instant(image.createdAt)}</time>
          </small>
        </li>
      ))}
    </ul>
  );
}
