import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { MarkedText, writeBytes } from '../../parts/values/write-value.js';
import styles from '../conversation.module.css';

/** Maximum size of decoded media in bytes. Larger images and sounds are not shown, only their type and size. */
const MAX_BYTES = 20_000_000;
const BYTES_OF_FOUR_DIGITS = 0.75;

const shownTypes = /^(image\/(png|jpe?g|gif|webp|avif|bmp|svg\+xml)|audio\/[\w.+-]+)$/i;

/**
 * Shows an image or sound that is embedded in the span. The data is decoded once, and nothing is loaded from the
 * network.
 */
export function Media({ data }: { readonly data: string }): ReactElement | null {
  const { type, payload, isBase64 } = useMemo(() => readDataAddress(data), [data]);
  const bytes = payload.length * (isBase64 ? BYTES_OF_FOUR_DIGITS : 1);
  const isTooLarge = bytes > MAX_BYTES;
  const blob = useMemo(
    () => (isTooLarge || !shownTypes.test(type) ? undefined : decode({ type, payload, isBase64 })),
    [type, payload, isBase64, isTooLarge],
  );
  const address = useBlobUrl(blob);
  const title = `${type}, ${writeBytes(bytes)}`;
  if (blob === undefined) {
    return (
      <p className="faint">
        <MarkedText text={title} />
        {isTooLarge ? `: above ${writeBytes(MAX_BYTES)}, it is not shown` : ': it is not shown'}
      </p>
    );
  }
  if (address === undefined) {
    return null;
  }
  return type.startsWith('audio/') ? (
    // biome-ignore lint/a11y/useMediaCaption: Spans contain no captions.
    <audio controls src={address} aria-label={title} />
  ) : (
    <img className={styles['image']} src={address} alt={title} />
  );
}

function readDataAddress(data: string) {
  const comma = data.indexOf(',');
  const [type = '', ...options] = data.slice('data:'.length, comma).split(';');
  return {
    type: type === '' ? 'text/plain' : type,
    payload: data.slice(comma + 1),
    /** True if the data is Base64, false if it is percent-encoded. */
    isBase64: options.includes('base64'),
  };
}

/** Returns an object URL for a blob. The URL is revoked when the component is unmounted. */
function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (blob === undefined) {
      return;
    }
    const created = URL.createObjectURL(blob);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return address;
}

function decode({ type, payload, isBase64 }: ReturnType<typeof readDataAddress>): Blob | undefined {
  try {
    const content = isBase64
      ? Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
      : decodeURIComponent(payload);
    return content.length === 0 ? undefined : new Blob([content], { type });
  } catch {
    return undefined; // the sender wrote an invalid `data:` URL
  }
}
