import type { KeptDeadLetter } from '@spanhouse/span-log/dead-letter-reader';
import { openFrame } from '@spanhouse/span-log/frame';
import {
  decodeSpanRows,
  isKnownRowVersion,
  RowDecodeError,
  type StoredSpan,
} from '@spanhouse/span-row';
import { parseJsonText } from '@spanhouse/span-schema';
import { writeSpanJson } from '../span-json/write-span-json.js';

/** Result of decoding the spans of a letter. */
export type LetterSpans =
  | {
      readonly status: 'readable';
      readonly spans: readonly StoredSpan[];
      readonly rowBytes: number;
    }
  | { readonly status: 'unreadable' };

const unreadable: LetterSpans = { status: 'unreadable' };

/**
 * Decodes the spans of a letter. Uncompressed rows may take at most `maxBytes`. The bytes are validated, because the
 * store may have refused them as invalid.
 */
export async function readLetterSpans(
  { bytes, rowSchemaVersion }: KeptDeadLetter,
  maxBytes: number,
): Promise<LetterSpans> {
  const frame = await openFrame(bytes, maxBytes);
  if (frame.status === 'unreadable' || !isKnownRowVersion(rowSchemaVersion)) {
    return unreadable;
  }
  try {
    const spans = decodeSpanRows(frame.rows, rowSchemaVersion);
    // Other code copies the stored JSON without parsing it, so this function checks the JSON once.
    const isWhole = spans.length > 0 && spans.every(isWritable);
    return isWhole ? { status: 'readable', spans, rowBytes: frame.rows.byteLength } : unreadable;
  } catch (error) {
    if (error instanceof RowDecodeError) {
      return unreadable;
    }
    throw error;
  }
}

function isWritable(span: StoredSpan): boolean {
  return [writeSpanJson(span), span.attributes].every(
    (text) => parseJsonText(text).status === 'parsed',
  );
}
