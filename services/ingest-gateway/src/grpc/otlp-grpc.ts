import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type handleUnaryCall,
  logVerbosity,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  status as Status,
  setLogVerbosity,
} from '@grpc/grpc-js';
import { createFailureLog, type InFlightBytes, type RefuseForeign } from '@spanhouse/api-kit';
import type { Authenticate } from '@spanhouse/catalog';
import {
  AppError,
  type Clock,
  type Listener,
  type Logger,
  type OpenSpan,
  type Registry,
  type SelfTracer,
} from '@spanhouse/service-runtime';
import { encodeExportResponse } from '@spanhouse/span-intake';
import { HealthImplementation } from 'grpc-health-check';
import type { DropLog } from '../ingest/drop-log.js';
import type { IngestOtlp } from '../ingest/ingest-otlp.js';
import { otherSignals } from '../otlp/other-signals.js';
import { toOtlpProblem } from '../otlp/otlp-status.js';
import { type CallGate, createCallGate } from './call-gate.js';
import { createGrpcMetrics } from './grpc-metrics.js';
import { createToGrpcStatus, type ToGrpcStatus } from './grpc-status.js';
import { methodAt, traceService, traceServiceName } from './trace-service.js';

/** Maximum number of concurrent calls per connection. Further calls wait in the client; see docs/api/limits.md. */
const MAX_STREAMS_PER_CONNECTION = 100;
/** Maximum number of concurrent calls over all connections. Further calls get the status UNAVAILABLE. */
const MAX_CALLS = 256;
/** Interval of the pings that detect connections to vanished peers. */
const KEEPALIVE_TIME_MS = 60_000;
const KEEPALIVE_TIMEOUT_MS = 20_000;
/** Maximum time for calls in flight to finish. It is much shorter than the timeout of the whole shutdown. */
const SHUTDOWN_GRACE_MS = 10_000;

/** The dependencies of the gRPC server. The HTTP routes share its use case and its byte budget. */
export interface OtlpGrpcDependencies {
  readonly authenticate: Authenticate;
  readonly ingestOtlp: IngestOtlp;
  readonly inFlight: InFlightBytes;
  /** Maximum size of a message, both before and after decompression. */
  readonly limitBytes: number;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly logger: Logger;
  readonly dropLog: Pick<DropLog, 'reportRefused'>;
  readonly tracer?: SelfTracer | undefined;
  /** Checks the source of every call on the port, for all services. */
  readonly refuseForeign?: RefuseForeign | undefined;
}

/** A server for OTLP/gRPC and the gRPC health service, without TLS. */
export interface OtlpGrpc {
  /** Opens the port. Rejects with an AppError (PORT_IN_USE, LISTEN_FAILED) if the address is not available. */
  listen(address: { readonly host: string; readonly port: number }): Promise<Listener>;
}

/**
 * Creates the server without opening its port. Calls are limited, authenticated and counted before their messages are
 * read; see docs/api/otlp.md.
 */
export function createOtlpGrpc(dependencies: OtlpGrpcDependencies): OtlpGrpc {
  const { limitBytes, clock, registry, logger, dropLog, refuseForeign } = dependencies;
  const toGrpcStatus = createToGrpcStatus(limitBytes, createFailureLog({ logger, clock }), dropLog);
  const metrics = createGrpcMetrics(registry, MAX_CALLS);
  const gate = createCallGate({ ...dependencies, toGrpcStatus, metrics, maxCalls: MAX_CALLS });
  // The gate is the first interceptor, so that it also counts the calls that the second interceptor refuses.
  const interceptors = [
    gate.interceptor,
    ...(refuseForeign === undefined ? [] : [refuseForeignCalls(refuseForeign, toGrpcStatus)]),
    refuseOtherSignals,
  ];

  const createServer = (health: HealthImplementation): Server => {
    const server = new Server({
      interceptors,
      'grpc.max_receive_message_length': limitBytes,
      'grpc.max_concurrent_streams': MAX_STREAMS_PER_CONNECTION,
      'grpc.keepalive_time_ms': KEEPALIVE_TIME_MS,
      'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
    });
    const Export = createExportTraces({ ...dependencies, take: gate.take, toGrpcStatus });
    server.addService(traceService, { Export });
    for (const { Export: method } of otherSignalServices) {
      server.addService({ Export: method }, { Export: neverCalled });
    }
    health.addToServer(server);
    return server;
  };

  return {
    async listen(address) {
      setLogVerbosity(logVerbosity.NONE); // failures are reported here, not on stderr
      const health = new HealthImplementation({ '': 'SERVING', [traceServiceName]: 'SERVING' });
      const server = createServer(health);
      const host = address.host.includes(':') ? `[${address.host}]` : address.host;
      const port = await bind(server, `${host}:${address.port}`);
      return {
        address: `http://${host}:${port}`,
        port,
        close: () => {
          health.setStatus('', 'NOT_SERVING');
          health.setStatus(traceServiceName, 'NOT_SERVING');
          return shutDown(server, clock);
        },
      };
    },
  };
}

/** Throws if a call to `otherSignalServices` reaches its handler. `refuseOtherSignals` ends all these calls earlier. */
function neverCalled(): void {
  throw new Error('a call of another signal passed its refusal');
}

async function bind(server: Server, address: string): Promise<number> {
  const bindAsync = promisify(server.bindAsync.bind(server));
  try {
    return await bindAsync(address, ServerCredentials.createInsecure());
  } catch (cause) {
    const isTaken = String(cause).includes('EADDRINUSE');
    const reason = isTaken ? 'the port is taken' : String(cause);
    throw new AppError(
      isTaken ? 'PORT_IN_USE' : 'LISTEN_FAILED',
      `cannot listen on ${address}: ${reason}`,
      { cause },
    );
  }
}

/**
 * Waits for the calls in flight. After the grace time, ends the remaining calls, such as those that watch the server's
 * health.
 */
async function shutDown(server: Server, clock: Clock): Promise<void> {
  const grace = clock.setTimer(SHUTDOWN_GRACE_MS, () => server.forceShutdown());
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  grace.cancel();
}

/**
 * Creates the interceptor that refuses calls from other sites, no matter which service on the port they call. The
 * interceptor runs before messages are read and takes the host from `:authority`.
 */
function refuseForeignCalls(
  refuseForeign: RefuseForeign,
  toGrpcStatus: ToGrpcStatus,
): ServerInterceptor {
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const headers = metadata.getMap();
            const refusal = refuseForeign({ method: 'POST', host: call.getHost(), headers });
            if (refusal === undefined) {
              proceed(metadata);
            } else {
              call.sendStatus(toGrpcStatus(refusal));
            }
          },
        }),
    });
}

/**
 * The OTLP services of other signals. They are declared because grpc-js would otherwise respond to their calls itself.
 */
const otherSignalServices = otherSignals.map(({ name, refusal }) => ({
  refusal,
  Export: methodAt(`/opentelemetry.proto.collector.${name}.v1.${serviceNameOf(name)}/Export`),
}));

/**
 * Ends calls to `otherSignalServices` with UNIMPLEMENTED before their messages are read. The message of the status is
 * the same as over OTLP/HTTP.
 */
const refuseOtherSignals: ServerInterceptor = ({ path }, call) => {
  const service = otherSignalServices.find(({ Export }) => Export.path === path);
  if (service === undefined) {
    return new ServerInterceptingCall(call);
  }
  return new ServerInterceptingCall(call, {
    start: (next) =>
      next({
        onReceiveMetadata: () => {
          call.sendStatus({ code: Status.UNIMPLEMENTED, details: service.refusal });
        },
      }),
  });
};

function serviceNameOf(signal: string): string {
  return `${signal.charAt(0).toUpperCase()}${signal.slice(1)}Service`;
}

/** The OTLP use case, and the parts that only gRPC needs: authentication, the conversion of failures, and tracing. */
interface ExportTracesDependencies {
  readonly take: CallGate['take'];
  readonly ingestOtlp: IngestOtlp;
  readonly toGrpcStatus: ToGrpcStatus;
  readonly tracer?: SelfTracer | undefined;
}

/**
 * Creates TraceService/Export. It returns OK after the log has stored the spans. The trailing metadata contains the
 * receipt.
 */
function createExportTraces(
  dependencies: ExportTracesDependencies,
): handleUnaryCall<Buffer, Uint8Array> {
  const { take, ingestOtlp, toGrpcStatus, tracer } = dependencies;

  const ingest = async (body: Buffer, metadata: Metadata) => {
    const { principal, reservation } = take(metadata);
    try {
      const submission = { body, encoding: 'protobuf', principal } as const;
      const outcome = await ingestOtlp({ ...submission, requestId: randomUUID() });
      if (outcome.status !== 'accepted') {
        throw toOtlpProblem(outcome);
      }
      return outcome;
    } finally {
      reservation.release();
    }
  };

  const traced: typeof ingest = async (body, metadata) => {
    if (tracer === undefined) {
      return await ingest(body, metadata);
    }
    return await tracer.begin(operation, (span) => endWith(span, ingest(body, metadata)));
  };

  return ({ request, metadata }, callback) => {
    traced(request, metadata).then(
      ({ dropped, receipt }) => {
        const trailer = new Metadata();
        trailer.set('x-ingest-receipt', receipt);
        callback(null, encodeExportResponse(dropped, 'protobuf'), trailer);
      },
      (error) => callback(toGrpcStatus(error)),
    );
  };
}

const operation = { name: `${traceServiceName}/Export`, kind: 'server' } as const;

/** Ends the span when the work ends. Marks the span as failed if the work rejects. */
async function endWith<Result>(span: OpenSpan, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}
