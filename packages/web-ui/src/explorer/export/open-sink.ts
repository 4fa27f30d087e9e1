import { offerBlob } from '../../parts/values/offer-blob.js';
import type { LineSink } from './copy-lines.js';

/** Maximum size kept in memory if the browser cannot write to a file. */
const MAX_BLOB_BYTES = 512_000_000;

/** The part of the File System Access API that an export uses. Some browsers lack it. */
interface FilePicker {
  showSaveFilePicker?: (options: object) => Promise<{
    createWritable: () => Promise<{
      write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
      close: () => Promise<void>;
      abort: () => Promise<void>;
    }>;
  }>;
}

const type = 'application/x-ndjson';

/**
 * Opens a file that the user chooses, or a memory buffer that becomes a download. Returns undefined if the user
 * cancels.
 */
export async function openSink(name: string): Promise<LineSink | undefined> {
  const { showSaveFilePicker } = window as FilePicker;
  if (showSaveFilePicker === undefined) {
    return new BlobSink(name);
  }
  try {
    const types = [{ description: 'Lines of JSON', accept: { [type]: ['.ndjson'] } }];
    const file = await showSaveFilePicker({ suggestedName: name, types });
    return await file.createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      return undefined;
    }
    throw error;
  }
}

class BlobSink implements LineSink {
  readonly #name: string;
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_BLOB_BYTES) {
      return Promise.reject(
        new Error(
          'This browser can only export 512 MB. The command of “Copy as curl” exports everything.',
        ),
      );
    }
    this.#parts.push(bytes);
    return Promise.resolve();
  }

  close(): Promise<void> {
    offerBlob(new Blob(this.#parts, { type }), { download: this.#name });
    return Promise.resolve();
  }

  abort(): Promise<void> {
    this.#parts = [];
    return Promise.resolve();
  }
}
