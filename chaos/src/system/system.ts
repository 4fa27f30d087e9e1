import type { LogPosition } from '../../../packages/span-log/src/span-subscription.js';
import type { RawMessage } from '../messages/harmful-messages.js';
import type { Network } from '../network/network.js';
import type { DiskName } from '../schedule/fault-kinds.js';

export type ServiceRole = 'process' | 'gateway' | 'consumer' | 'query';

export type Role = ServiceRole | 'clickhouse' | 'broker';

/** A process of the system. */
export interface Part {
  readonly name: string;
  /**
   * True if another process restarts this process as soon as it ends. Only a freeze keeps such a process from working.
   */
  readonly isSupervised?: boolean;
  /** Starts the process after `kill` or `stop`. It MAY resolve before the process is ready. */
  start(): Promise<void>;
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and SIGKILL if the process does not end in time. Rejects if the process ends with an error. */
  stop(): Promise<void>;
  /** Sends SIGSTOP. The process keeps its connections open but does nothing. */
  freeze(): void;
  /** Sends SIGCONT. */
  thaw(): void;
}

/** A process of Spanhouse. */
export interface ServicePart extends Part {
  /** Sets the wall clock of the process `aheadMs` ahead of the real time. Later starts keep this offset. */
  setClock(aheadMs: number): Promise<void>;
  /** Waits until the process ends by itself, and resolves with its output. The process can then be started again. */
  untilEnded(): Promise<string>;
  /** Makes later starts use the program of another build. */
  moveTo(root: string): void;
  /** Resolves when the readiness probe of the process succeeds. */
  untilReady(url: string): Promise<void>;
}

/** A ClickHouse server that is accessed directly, without the services. */
export interface Store {
  /**
   * Counts the rows of each span. A key is a trace id followed by a span id. Rows that reads do not show are included.
   */
  rowCounts(): Promise<ReadonlyMap<string, number>>;
  /** Runs a statement in which `{spans}` is a placeholder for the spans table. */
  run(statement: string): Promise<string>;
}

/** The log, which is accessed directly, without the services. */
export interface Log {
  /**
   * Appends a message unchanged to the first partition. An embedded log can be opened only while its process does not
   * run.
   */
  append(message: RawMessage): Promise<LogPosition>;
  /** Makes the readers that stopped at a message continue after this message. */
  skip(position: LogPosition): Promise<void>;
}

/** The Kafka topic that contains the spans. */
export interface Topic {
  /** Counts the messages that the consumers have not committed. */
  unreadMessages(): Promise<number>;
  addPartition(): Promise<void>;
  /** Deletes the topic with its messages, and runs the migrator, which creates the topic. */
  recreate(): Promise<void>;
}

/** A disk of a fixed size. */
export interface Disk {
  /** Writes a file until the disk is full. */
  fill(): Promise<void>;
  /** Removes the file that `fill` wrote. */
  free(): Promise<void>;
}

/** A process of Spanhouse and its address. */
export interface Program {
  readonly part: ServicePart;
  /** The address of its API and metrics. */
  readonly url: string;
  readonly service: 'ingest-gateway' | 'span-consumer' | 'trace-query' | 'all-in-one';
}

export interface StartOptions {
  /** The directory for data and logs. */
  readonly dir: string;
  /** The folder of the build that runs. Default: this repository */
  readonly root?: string;
  /** Settings of every process of Spanhouse, in addition to the settings of the form. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The number of query services, if they run as separate processes. Default: 1 */
  readonly queries?: number;
  /** True if the log and ClickHouse of the embedded form use separate disks that faults can fill. Default: false */
  readonly hasSmallDisks?: boolean;
}

/** A running installation. */
export interface System {
  /** The processes of Spanhouse, in the order in which an upgrade replaces them. */
  readonly programs: readonly Program[];
  /** Runs the migrator of another build on the backends. The embedded form migrates its backends when it starts. */
  migrate(root: string): Promise<void>;
  /** The addresses that accept spans. They stay the same after restarts. */
  readonly gateways: readonly string[];
  /** The address to which reads are sent. */
  readonly query: string;
  readonly stores: readonly Store[];
  /** Returns the processes of a role. The list is empty if this form has no such process. */
  parts(role: Role): readonly Part[];
  services(role: ServiceRole): readonly ServicePart[];
  readonly log: Log;
  /** The topic of the log. It is absent if the log is embedded. */
  readonly topic?: Topic;
  /** The disks that faults can fill. They are absent unless the system was started with `hasSmallDisks`. */
  readonly disks?: Readonly<Record<DiskName, Disk>> | undefined;
  /** Starts another consumer, and resolves with this consumer when it is ready. */
  startConsumer(): Promise<Part>;
  readonly network: Network;
  /** Returns the index of the broker that leads the first partition. */
  leader(): Promise<number>;
  close(): Promise<void>;
}
