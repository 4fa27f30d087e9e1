import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Registry } from 'prom-client';
import type { Logger } from '../reporting/logger.js';
import { createMeter } from '../reporting/meter.js';
import type { Clock, Timer } from '../time/clock.js';

/** Dependencies of the watchdog that disconnects stalled clients. */
export interface StalledClientsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Supervises the connections of a server until the server closes. MUST be called before the server listens. */
export type DisconnectStalled = (server: Server) => void;

const SWEEP_MS = 1000;
/**
 * Number of sweeps, one per second, after which a stalled client is disconnected. Counting sweeps instead of time
 * ensures that a busy event loop does not shorten the limit.
 */
const MAX_SWEEPS = 10;

/** The state of a connection at the last sweep, and the number of sweeps since the state changed. */
interface Seen {
  waitingBytes: number;
  writtenBytes: number;
  sweeps: number;
}

/**
 * Creates the watchdog for stalled clients. If bytes wait for a client but the client reads nothing for ten seconds,
 * the watchdog disconnects it, even if the client still sends. A connection without waiting bytes may stay idle. A slow
 * client keeps its connection as long as it reads.
 */
export function createStalledClients({
  clock,
  logger,
  registry,
}: StalledClientsOptions): DisconnectStalled {
  const disconnected = createMeter(registry).counter(
    'http_stalled_clients_disconnected_total',
    'Clients that were disconnected because they read no byte of a waiting answer for ten seconds',
  );

  const disconnect = (socket: Socket, { waitingBytes }: Seen) => {
    disconnected.inc();
    const client = socket.remoteAddress;
    logger.info({ client, waitingBytes }, 'disconnected a client that took no bytes');
    socket.resetAndDestroy(); // also frees the kernel's buffers
  };

  return (server) => {
    const connections = new Map<Socket, Seen>();
    let timer: Timer;
    const sweep = () => {
      for (const [socket, seen] of connections) {
        if (isStalled(socket, seen)) {
          disconnect(socket, seen);
        }
      }
      timer = clock.setTimer(SWEEP_MS, sweep);
    };
    server.on('connection', (socket) => {
      connections.set(socket, { waitingBytes: 0, writtenBytes: 0, sweeps: 0 });
      socket.once('close', () => connections.delete(socket));
    });
    server.once('listening', () => {
      timer = clock.setTimer(SWEEP_MS, sweep);
    });
    server.once('close', () => timer?.cancel());
  };
}

function isStalled({ writableLength, bytesWritten }: Socket, seen: Seen): boolean {
  const isSame = seen.waitingBytes === writableLength && seen.writtenBytes === bytesWritten;
  seen.sweeps = isSame && writableLength > 0 ? seen.sweeps + 1 : 0;
  seen.waitingBytes = writableLength;
  seen.writtenBytes = bytesWritten;
  return seen.sweeps >= MAX_SWEEPS;
}
