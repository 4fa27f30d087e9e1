import { type ReactElement, useEffect, useState } from 'react';
import { writeBytes } from '../parts/format-number.js';
import styles from './conversation.module.css';

/** Larger images and sounds are named, not decoded. */
const MAX_BYTES = 20_000_000;
const BYTES_OF_FOUR_DIGITS = 0.75;

const shownTypes = /^(image\/(png|jpe?g|gif|webp|avif|bmp|svg\+xml)|audio\/[\w.+-]+)$/i;

/** An image or a sound that a span carries. It is decoded once; nothing is loaded. */
export function Media({ data }: { readonly data: string }): ReactElement {
  const { type, digits } = readDataAddress(data);
  const bytes = digits.length * BYTES_OF_FOUR_DIGITS;
  const isShown = bytes <= MAX_BYTES && shownTypes.test(type);
  const address = useDecoded(isShown ? digits : '', type);
  const title = `${type}, ${writeBytes(bytes)}`;
  if (address === undefined) {
    return <p className="faint">{title}</p>;
  }
  return type.startsWith('audio/') ? (
    // biome-ignore lint/a11y/useMediaCaption: Spans carry no captions.
    <audio controls src={address} aria-label={title} />
  ) : (
    <img className={styles['image']} src={address} alt={title} />
  );
}

function readDataAddress(data: string): { readonly type: string; readonly digits: string } {
  const comma = data.indexOf(',');
  const [type = '', ...options] = data.slice('data:'.length, comma).split(';');
  return options.includes('base64')
    ? { type, digits: data.slice(comma + 1) }
    : { type: type === '' ? 'text/plain' : type, digits: '' };
}

/** Returns an address of the decoded bytes while the component is shown. */
function useDecoded(digits: string, type: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const bytes = decode(digits);
    if (bytes === undefined) {
      return;
    }
    const created = URL.createObjectURL(new Blob([bytes], { type }));
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [digits, type]);
  return address;
}

function decode(digits: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = atob(digits);
    return text === '' ? undefined : Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
