import { constants, type ServerHttp2Stream } from 'node:http2';
import { type ServerInterceptor, status as Status } from '@grpc/grpc-js';
import { BodyReadError, type BytesReservation, decompressWithin } from '@spanhouse/api-kit';
import type { Clock } from '@spanhouse/service-runtime';

/** A call as the first interceptor gets it. */
export type InterceptedCall = Parameters<ServerInterceptor>[1];

/** A status as a call sends it. */
export type SentStatus = Parameters<InterceptedCall['sendStatus']>[0];

/** The bounds of a message while it arrives. */
export interface MessageBounds {
  /** Receives the bytes of the message as soon as their number is known. */
  readonly reservation: BytesReservation;
  /** Applies before and after decompression. */
  readonly limitBytes: number;
  readonly clock: Clock;
  /** Ends the call whose message has no room. */
  readonly refuse: (error: BodyReadError) => void;
  /** Ends the call that does not send one whole message. */
  readonly stop: (status: SentStatus) => void;
}

/** The members of the call class of grpc-js that its types hide; server interceptors see whole messages only. */
interface CallInternals {
  readonly stream: ServerHttp2Stream;
  decompressMessage(message: Buffer, encoding: string): Promise<Buffer> | Buffer;
}

/** The compressed flag and the length of the message. */
const PREFIX_BYTES = 5;
/** An HTTP request may take as long to arrive. */
const RECEIVE_TIMEOUT_MS = 120_000;
const STALL_TIMEOUT_MS = 10_000;
/** More than a request of the health service needs, which consists of the name of a service. */
const SMALL_MESSAGE_BYTES = 4096;

/** The status of a call whose message did not arrive; HTTP answers 408 in this case. */
const notReceived: SentStatus = {
  code: Status.DEADLINE_EXCEEDED,
  details: 'The request did not arrive in time.',
};

/** grpc-js would decompress every message of a call before it refuses the second one. */
const secondMessage: SentStatus = {
  code: Status.UNIMPLEMENTED,
  details: 'A call has exactly one request message.',
};

const tooLong: SentStatus = {
  code: Status.RESOURCE_EXHAUSTED,
  details: `A request of this service has at most ${SMALL_MESSAGE_BYTES} bytes.`,
};

/**
 * Enforces the bounds of a call's message from its first byte. The declared length is reserved before the message
 * arrives, and the decompressed length before it is decompressed. A second message ends the call, unread. A call also
 * ends if it delivers nothing for ten seconds, or not its whole message in two minutes. Returns the function that ends
 * the supervision of its arrival.
 */
export function boundMessage(call: InterceptedCall, bounds: MessageBounds): () => void {
  const internals = internalsOf(call);
  const { stream } = internals;
  const progress = watchProgress(bounds);
  const onData = reserveOnArrival(bounds);
  // This listener runs before the listener of grpc-js, which drops the bytes of a call that has a status.
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

/** Ends a call that needs no credentials once its message exceeds `SMALL_MESSAGE_BYTES`, also after decompression. */
export function boundSmallMessage(call: InterceptedCall): InterceptedCall {
  const internals = internalsOf(call);
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
 * Closes the stream of a call that has its status. Otherwise the bytes that have arrived would be held for as long as the
 * client continues to send.
 */
export function closeStream(call: InterceptedCall): void {
  const { stream } = internalsOf(call);
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
      return; // grpc-js refuses a message over the limit
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

/** Returns whether `grpc-encoding` names an accepted compression; grpc-js itself has no zstd. */
function isCompression(encoding: string): encoding is 'gzip' | 'deflate' | 'zstd' {
  return encoding === 'gzip' || encoding === 'deflate' || encoding === 'zstd';
}

function internalsOf(call: InterceptedCall): CallInternals {
  if ('stream' in call && 'decompressMessage' in call) {
    return call as InterceptedCall & CallInternals;
  }
  throw new Error('this version of grpc-js hides the stream of a call');
}
