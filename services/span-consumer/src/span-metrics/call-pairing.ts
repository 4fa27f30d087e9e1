import type { CallHalf, ProjectSum } from '@spanhouse/trace-store/writer';
import { sumsOfDatabase, sumsOfPair, sumsOfUnpaired } from './edge-sums.js';
import { type WaitingHalf, WaitingHalves } from './waiting-halves.js';

/** What is known of the spans of one call: the client, and servers below it that wait for it. */
interface Call {
  client: WaitingHalf | undefined;
  readonly servers: Set<WaitingHalf>;
}

export interface PairingOptions {
  /** How long a half waits for the other one. */
  readonly waitNs: bigint;
  readonly isByNamespace: boolean;
}

/**
 * Pairs the two sides of calls. What it knows follows from the halves that arrived within twice the waiting time
 * before its clock, so that another process can go on from there: a half pairs with another that arrived at most
 * `waitNs` earlier or later, unless one of them has waited for longer at the clock.
 */
export class CallPairing {
  readonly #options: PairingOptions;
  readonly #calls = new Map<string, Call>();
  readonly #waiting = new WaitingHalves();

  constructor(options: PairingOptions) {
    this.#options = options;
  }

  /** The halves in memory. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Takes a half, and returns what it adds at once. */
  add(half: CallHalf): readonly ProjectSum[] {
    const { isByNamespace } = this.#options;
    const isClient = half.kind === 'client' || half.kind === 'producer';
    const database = sumsOfDatabase(half, isByNamespace);
    if (database !== undefined) {
      return database;
    }
    if (!isClient && half.parent_id === '') {
      return sumsOfUnpaired(half, isByNamespace); // no client can come
    }
    const key = callOf(half, isClient);
    const call = this.#calls.get(key) ?? { client: undefined, servers: new Set() };
    this.#calls.set(key, call);
    const waiting = { half, isPaired: false };
    return isClient ? this.#addClient(call, waiting) : this.#addServer(call, waiting);
  }

  /** Sets the clock, and returns what the halves add that have waited longer than the waiting time. */
  expire(clockNs: bigint): readonly ProjectSum[] {
    const { waitNs, isByNamespace } = this.#options;
    return this.#waiting.take(clockNs - waitNs - 1n).flatMap((waiting) => {
      this.#forget(waiting);
      return waiting.isPaired ? [] : sumsOfUnpaired(waiting.half, isByNamespace);
    });
  }

  /** The clock at which at most `size` halves stay in memory; undefined if there are no more now. */
  clockToKeep(size: number): bigint | undefined {
    const time = this.#waiting.timeToKeep(size);
    return time === undefined ? undefined : time + this.#options.waitNs + 1n;
  }

  #addClient(call: Call, client: WaitingHalf): readonly ProjectSum[] {
    call.client = client;
    this.#waiting.add(client);
    const met = [...call.servers].filter((server) => this.#isInTime(client, server));
    for (const server of met) {
      call.servers.delete(server);
      this.#waiting.delete(server);
    }
    client.isPaired = met.length > 0;
    return met.flatMap((server) => this.#pair(client, server));
  }

  #addServer(call: Call, server: WaitingHalf): readonly ProjectSum[] {
    const { client } = call;
    if (client !== undefined && this.#isInTime(client, server)) {
      client.isPaired = true;
      return this.#pair(client, server);
    }
    call.servers.add(server);
    this.#waiting.add(server);
    return [];
  }

  #pair(client: WaitingHalf, server: WaitingHalf): readonly ProjectSum[] {
    return sumsOfPair(client.half, server.half, this.#options.isByNamespace);
  }

  #isInTime({ half: client }: WaitingHalf, { half: server }: WaitingHalf): boolean {
    const apart = client.receivedNs - server.receivedNs;
    return (apart < 0n ? -apart : apart) <= this.#options.waitNs;
  }

  #forget(waiting: WaitingHalf): void {
    const isClient = waiting.half.kind === 'client' || waiting.half.kind === 'producer';
    const key = callOf(waiting.half, isClient);
    const call = this.#calls.get(key);
    if (call === undefined) {
      return;
    }
    call.servers.delete(waiting);
    if (call.client === waiting) {
      call.client = undefined;
    }
    if (call.client === undefined && call.servers.size === 0) {
      this.#calls.delete(key);
    }
  }
}

function callOf({ project_id, trace_id, span_id, parent_id }: CallHalf, isClient: boolean): string {
  return `${project_id}${trace_id}${isClient ? span_id : parent_id}`;
}
