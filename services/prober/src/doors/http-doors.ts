import { isJsonObject } from '@spanhouse/span-schema';
import {
  type HttpAnswer,
  type HttpClient,
  type ProbeRequest,
  parseAnswer,
  refusal,
} from '../http/http-client.js';
import { RequestFailure } from '../http/request-failure.js';
import type { ProbeTrace } from '../probe/probe-trace.js';
import { flatBody, nestedBody } from './json-bodies.js';
import { otlpJsonBody } from './otlp-json-body.js';
import { otlpProtobufBody } from './otlp-protobuf-body.js';
import type { DoorName, WriteDoor, WriteOutcome } from './write-door.js';
import { zipkinJsonBody, zipkinProtobufBody } from './zipkin-bodies.js';

/** The encoding of a trace in one protocol, and the check that the answer accepts every span. */
interface HttpProtocol {
  readonly form: WriteDoor['form'];
  readonly request: (trace: ProbeTrace) => ProbeRequest;
  readonly isAccepted: (answer: HttpAnswer, trace: ProbeTrace) => boolean;
}

const protobuf = 'application/x-protobuf';

const protocols: Readonly<Partial<Record<DoorName, HttpProtocol>>> = {
  json_flat: {
    form: 'typed',
    request: (trace) => ({ path: '/tracing/spans/ingest', body: flatBody(trace) }),
    isAccepted: namesEverySpan,
  },
  json_nested: {
    form: 'typed',
    request: (trace) => ({ path: '/tracing/spans/ingest', body: nestedBody(trace) }),
    isAccepted: namesEverySpan,
  },
  otlp_http_protobuf: {
    form: 'typed',
    request: (trace) => ({
      path: '/v1/traces',
      body: new Uint8Array(otlpProtobufBody(trace)),
      contentType: protobuf,
    }),
    isAccepted: ({ status, text }) => status === 200 && text === '',
  },
  otlp_http_json: {
    form: 'typed',
    request: (trace) => ({ path: '/v1/traces', body: otlpJsonBody(trace) }),
    isAccepted: ({ status, text }) => status === 200 && isEmptyObject(text),
  },
  zipkin_json: {
    form: 'text',
    request: (trace) => ({ path: '/api/v2/spans', body: zipkinJsonBody(trace) }),
    isAccepted: ({ status, text }) => status === 202 && text === '',
  },
  zipkin_protobuf: {
    form: 'text',
    request: (trace) => ({
      path: '/api/v2/spans',
      body: new Uint8Array(zipkinProtobufBody(trace)),
      contentType: protobuf,
    }),
    isAccepted: ({ status, text }) => status === 202 && text === '',
  },
};

/** Creates the doors over HTTP: JSON, OTLP and Zipkin. */
export function createHttpDoors(client: HttpClient): readonly WriteDoor[] {
  return Object.entries(protocols).map(([name, { form, request, isAccepted }]) => ({
    name: name as DoorName,
    form,
    write: (trace, signal) =>
      toOutcome(signal, async () => {
        const answer = await client.send(request(trace), signal);
        if (!isAccepted(answer, trace)) {
          throw refusal(answer);
        }
        return answer.receipt;
      }),
  }));
}

/** Runs `send`, which resolves with the receipt. Converts RequestFailures to outcomes. */
export async function toOutcome(
  signal: AbortSignal,
  send: () => Promise<string | undefined>,
): Promise<WriteOutcome> {
  try {
    return { status: 'accepted', receipt: await send() };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RequestFailure)) {
      throw error;
    }
    const wasAnswered = error.reason === 'refused' || error.reason === 'unreadable';
    return { status: wasAnswered ? 'refused' : 'unanswered', reason: error.message };
  }
}

function namesEverySpan({ status, text }: HttpAnswer, { spans }: ProbeTrace): boolean {
  if (status !== 202) {
    return false;
  }
  const answer = parseAnswer(text);
  return isJsonObject(answer) && answer['count'] === spans.length && !('dropped' in answer);
}

function isEmptyObject(text: string): boolean {
  const answer = parseAnswer(text);
  return isJsonObject(answer) && Object.keys(answer).length === 0;
}
