import type { Network } from '../network/network.js';

/** What a part of the system does. */
export type Role = 'process' | 'gateway' | 'consumer' | 'query' | 'clickhouse' | 'broker';

/** A process of the system. */
export interface Part {
  readonly name: string;
  /** Starts the process after `kill` or `stop`. MAY resolve before it is ready. */
  start(): Promise<void>;
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and SIGKILL if the process does not end in time. Rejects if it ends with an error. */
  stop(): Promise<void>;
  /** Sends SIGSTOP: the process keeps its connections and does nothing. */
  freeze(): void;
  /** Sends SIGCONT. */
  thaw(): void;
}

/** A ClickHouse server, as its owner reaches it past the services. */
export interface Store {
  /** Counts the rows of each span, by trace id and span id, whether reads show them or not. */
  rowCounts(): Promise<ReadonlyMap<string, number>>;
  /** Runs a statement, in which `{spans}` stands for the table of the spans. */
  run(statement: string): Promise<string>;
}

/** A running installation. */
export interface System {
  /** The addresses that accept spans. They do not change when processes are restarted. */
  readonly gateways: readonly string[];
  /** The address that answers reads. */
  readonly query: string;
  readonly stores: readonly Store[];
  /** Returns the processes of a role; none if this form has no such process. */
  parts(role: Role): readonly Part[];
  /** Returns another consumer, which is not started. */
  newConsumer(): Part;
  readonly network: Network;
  /** Returns the index of the broker that leads the first partition. */
  leader(): Promise<number>;
  close(): Promise<void>;
}
