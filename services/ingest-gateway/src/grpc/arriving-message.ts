import { constants, type ServerHttp2Stream } from 'node:http2';
import { type ServerInterceptor, status as Status } from '@grpc/grpc-js';
import { BodyReadError, type BytesReservation, decompressWithin } from '@spanhouse/api-kit';
import type { Clock } from '@spanhouse/service-runtime';

/** The call object that the first interceptor receives. */
export type InterceptedCall = Parameters<ServerInterceptor>[1];

export type SentStatus = Parameters<InterceptedCall['sendStatus']>[0];

/** The limits for a message while it arrives, and the functions that end its call. */
export interface MessageBounds {
  /** The reservation for the message's bytes. It is resized as soon as the number of bytes is known. */
  readonly reservation: BytesReservation;
  /** Maximum size of the message, both before and after decompression. */
  readonly limitBytes: number;
  readonly clock: Clock;
  /** Ends a call whose message exceeds the limit or the budget. */
  readonly refuse: (error: BodyReadError) => void;
  /** Ends a call that does not contain exactly one complete message. */
  readonly stop: (status: SentStatus) => void;
}

/**
 * Members of grpc-js' call class that are missing from the library's types. They are needed because server interceptors
 * receive only complete messages.
 */
interface CallInternals {
  readonly stream: ServerHttp2Stream;
  decompressMessage(message: Buffer, encoding: string): Promise<Buffer> | Buffer;
}

/** Number of bytes that precede a message: the compressed flag and the length. */
const PREFIX_BYTES = 5;
/** Maximum time until a message is complete. HTTP requests have the same limit. */
const RECEIVE_TIMEOUT_MS = 120_000;
const STALL_TIMEOUT_MS = 10_000;
/** Maximum size of a message to the health service, which contains only a service name. */
const SMALL_MESSAGE_BYTES = 4096;

/** The status of a call whose message did not arrive. HTTP returns 408 in this case. */
const notReceived: SentStatus = {
  code: Status.DEADLINE_EXCEEDED,
  details: 'The request did not arrive in time.',
};

/** The status of a call with a second message. The call ends before grpc-js decompresses the second message. */
const secondMessage: SentStatus = {
  code: Status.UNIMPLEMENTED,
  details: 'A call has exactly one request message.',
};

const tooLong: SentStatus = {
  code: Status.RESOURCE_EXHAUSTED,
  details: `A request of this service has at most ${SMALL_MESSAGE_BYTES} bytes.`,
};

/**
 * Enforces the limits for a call's message from its first byte, and returns a function that stops the enforcement.
 * Reserves the declared length before the message arrives, and the decompressed length before the message is
 * decompressed. Ends the call in three cases:
 * - a second message begins;
 * - nothing arrives for ten seconds;
 * - the message is incomplete after two minutes.
 */
export function boundMessage(call: InterceptedCall, bounds: MessageBounds): () => void {
  const internals = readInternals(call);
  const { stream } = internals;
  const progress = watchProgress(bounds);
  const onData = reserveOnArrival(bounds);
  // This listener runs before grpc-js' own listener, which drops the call's bytes after a status is sent.
  stream.prependListener('data', (chunk: Buffer) => {
    progress.advance();
    onData(chunk);
  });
  const decompress = internals.decompressMessage.bind(call);
  internals.decompressMessage = (message, encoding) =>
    isCompression(encoding)
      ? decompressWithin(message.subarray(PREFIX_BYTES), encoding, bounds)
      : decompress(message, encoding);
  return progress.end;
}

/** Ends a call without credentials if its message exceeds `SMALL_MESSAGE_BYTES` before or after decompression. */
export function boundSmallMessage(call: InterceptedCall): InterceptedCall {
  const internals = readInternals(call);
  let arrived = 0;
  internals.stream.prependListener('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > PREFIX_BYTES + SMALL_MESSAGE_BYTES) {
      call.sendStatus(tooLong);
      closeStream(call);
    }
  });
  const decompress = internals.decompressMessage.bind(call);
  const limits = { limitBytes: SMALL_MESSAGE_BYTES, reservation: undefined };
  internals.decompressMessage = (message, encoding) =>
    isCompression(encoding)
      ? decompressWithin(message.subarray(PREFIX_BYTES), encoding, limits).catch(() => {
          throw tooLong;
        })
      : decompress(message, encoding);
  return call;
}

/**
 * Closes the stream of a call after a status is sent. Otherwise, bytes that the client still sends would stay in
 * memory.
 */
export function closeStream(call: InterceptedCall): void {
  const { stream } = readInternals(call);
  if (!stream.readableEnded) {
    stream.close(constants.NGHTTP2_NO_ERROR);
  }
}

function reserveOnArrival({ reservation, limitBytes, refuse, stop }: MessageBounds) {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  let arrived = 0;
  let reserved = 0;
  const reserve = (bytes: number) => {
    reserved = bytes;
    if (!reservation.resize(bytes)) {
      refuse(new BodyReadError(reservation.refusal, limitBytes));
    }
  };
  return (chunk: Buffer): void => {
    if (arrived < PREFIX_BYTES) {
      chunk.copy(prefix, arrived);
    }
    arrived += chunk.length;
    const declared = arrived < PREFIX_BYTES ? 0 : prefix.readUInt32BE(1);
    if (declared > limitBytes) {
      return; // grpc-js itself refuses a message above the limit
    }
    if (arrived > PREFIX_BYTES + declared) {
      stop(secondMessage);
    } else if (declared > reserved) {
      reserve(declared);
    }
  };
}

function watchProgress({ clock, stop }: MessageBounds) {
  const startedMs = clock.monotonicMs();
  let progressMs = startedMs;
  const dueMs = () => Math.min(progressMs + STALL_TIMEOUT_MS, startedMs + RECEIVE_TIMEOUT_MS);
  const check = () => {
    const leftMs = dueMs() - clock.monotonicMs();
    if (leftMs <= 0) {
      stop(notReceived);
    } else {
      timer = clock.setTimer(leftMs, check);
    }
  };
  let timer = clock.setTimer(STALL_TIMEOUT_MS, check);
  return {
    advance: () => {
      progressMs = clock.monotonicMs();
    },
    end: () => timer.cancel(),
  };
}

/** Returns true if `grpc-encoding` names an accepted compression. grpc-js itself does not support zstd. */
function isCompression(encoding: string): encoding is 'gzip' | 'deflate' | 'zstd' {
  return encoding === 'gzip' || encoding === 'deflate' || encoding === 'zstd';
}

function readInternals(call: InterceptedCall): CallInternals {
  if ('stream' in call && 'decompressMessage' in call) {
    return call as InterceptedCall & CallInternals;
  }
  throw new Error('this version of grpc-js hides the stream of a call');
}
