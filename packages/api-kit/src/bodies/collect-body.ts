import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyReadError } from './body-read-error.js';
import type { BytesRefusal, BytesReservation } from './shared-bytes.js';

/** Part of a refused body that is read and discarded, so that the client can finish and read the answer. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

type RefusedBody = 'too_large' | BytesRefusal;

/** Reads a body into one buffer. Rejects with a BodyReadError, having read at most `limitBytes`. */
export function collectBody(
  req: IncomingMessage,
  limitBytes: number,
  reservation: BytesReservation | undefined,
): Promise<Buffer> {
  const declared = declaredLength(req);
  if (declared !== undefined && declared > limitBytes) {
    return refuse(req, 'too_large', limitBytes);
  }
  if (declared !== undefined && reservation?.resize(declared) === false) {
    return refuse(req, reservation.refusal, limitBytes);
  }
  askForBody(req);

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      req.off('data', onData).off('end', onEnd).off('error', onAborted).off('close', onAborted);
    };
    const refuseRest = (reason: RefusedBody) => {
      stop();
      chunks.length = 0;
      discardRest(req);
      reject(new BodyReadError(reason, limitBytes));
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > limitBytes) {
        refuseRest('too_large');
      } else if (declared === undefined && reservation?.resize(length) === false) {
        refuseRest(reservation.refusal);
      }
    };
    const onEnd = () => {
      stop();
      resolve(joined(chunks, length));
    };
    const onAborted = (cause?: Error) => {
      stop();
      req.on('error', () => undefined); // a dead connection may report a second error
      reject(new BodyReadError('aborted', limitBytes, cause));
    };
    req.on('data', onData).on('end', onEnd).on('error', onAborted).on('close', onAborted);
  });
}

function declaredLength(req: IncomingMessage): number | undefined {
  const header = req.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length);
}

function refuse(req: IncomingMessage, reason: RefusedBody, limitBytes: number): Promise<never> {
  if (expectsContinue(req)) {
    responseOf(req)?.setHeader('connection', 'close');
  } else {
    discardRest(req);
  }
  return Promise.reject(new BodyReadError(reason, limitBytes));
}

function askForBody(req: IncomingMessage): void {
  if (expectsContinue(req)) {
    responseOf(req)?.writeContinue();
  }
}

function expectsContinue(req: IncomingMessage): boolean {
  return req.headers.expect?.toLowerCase() === '100-continue';
}

/** Returns the response that Express stores in the request. */
export function responseOf(req: IncomingMessage): ServerResponse | undefined {
  return (req as IncomingMessage & { readonly res?: ServerResponse }).res;
}

function discardRest(req: IncomingMessage): void {
  let discarded = 0;
  req.on('error', () => undefined); // the client may give up, which is welcome
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) {
      req.socket.destroy();
    }
  });
}
