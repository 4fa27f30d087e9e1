import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { MarkedText, writeBytes } from '../../parts/values/write-value.js';
import styles from '../conversation.module.css';

/** Larger images and sounds are not decoded, only named. */
const MAX_BYTES = 20_000_000;
const BYTES_OF_FOUR_DIGITS = 0.75;

const shownTypes = /^(image\/(png|jpe?g|gif|webp|avif|bmp|svg\+xml)|audio\/[\w.+-]+)$/i;

/** An image or a sound inside the span. It is decoded once, and nothing is loaded. */
export function Media({ data }: { readonly data: string }): ReactElement | null {
  const { type, payload, isBase64 } = useMemo(() => readDataAddress(data), [data]);
  const bytes = payload.length * (isBase64 ? BYTES_OF_FOUR_DIGITS : 1);
  const isTooLarge = bytes > MAX_BYTES;
  const blob = useMemo(
    () => (isTooLarge || !shownTypes.test(type) ? undefined : decode({ type, payload, isBase64 })),
    [type, payload, isBase64, isTooLarge],
  );
  const address = useAddressOf(blob);
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
    // biome-ignore lint/a11y/useMediaCaption: Spans carry no captions.
    <audio controls src={address} aria-label={title} />
  ) : (
    <img className={styles['image']} src={address} alt={title} />
  );
}

interface DataAddress {
  readonly type: string;
  readonly payload: string;
  /** False if the data is percent-encoded. */
  readonly isBase64: boolean;
}

function readDataAddress(data: string): DataAddress {
  const comma = data.indexOf(',');
  const [type = '', ...options] = data.slice('data:'.length, comma).split(';');
  return {
    type: type === '' ? 'text/plain' : type,
    payload: data.slice(comma + 1),
    isBase64: options.includes('base64'),
  };
}

/** Returns an object URL of a blob, which is revoked with the component. */
function useAddressOf(blob: Blob | undefined): string | undefined {
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

function decode({ type, payload, isBase64 }: DataAddress): Blob | undefined {
  try {
    const content = isBase64
      ? Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
      : decodeURIComponent(payload);
    return content.length === 0 ? undefined : new Blob([content], { type });
  } catch {
    return undefined; // senders may write invalid data
  }
}
