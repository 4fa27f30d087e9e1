import type { LogPosition } from '../../../packages/span-log/src/span-subscription.js';
import type { RawMessage } from '../messages/harmful-messages.js';
import type { Network } from '../network/network.js';
import type { DiskName } from '../schedule/fault-kinds.js';

/** Role of a process of Spanhouse. */
export type ServiceRole = 'process' | 'gateway' | 'consumer' | 'query';

/** Role of a part of the system. */
export type Role = ServiceRole | 'clickhouse' | 'broker';

/** A process of the system. */
export interface Part {
  readonly name: string;
  /** True if another process starts it again as soon as it ends, so that it can only be frozen for longer. */
  readonly isSupervised?: boolean;
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

/** A process of Spanhouse. */
export interface ServicePart extends Part {
  /** Sets the wall clock of the process, also of later starts, ahead of the real time by `aheadMs`. */
  setClock(aheadMs: number): Promise<void>;
  /** Resolves with the output of the process once it has ended by itself. It can be started again then. */
  untilEnded(): Promise<string>;
  /** Runs the program of another build from the next start on. */
  moveTo(root: string): void;
  /** Resolves when the process answers its probe at its address. */
  untilReady(url: string): Promise<void>;
}

/** A ClickHouse server, accessed directly and not through the services. */
export interface Store {
  /** Counts the rows of each span, by trace id and span id, whether reads show them or not. */
  rowCounts(): Promise<ReadonlyMap<string, number>>;
  /** Runs a statement, in which `{spans}` stands for the table of the spans. */
  run(statement: string): Promise<string>;
}

/** The log, accessed directly and not through the services. */
export interface Log {
  /** Appends a message as it is to the first partition. An embedded log is opened for that while its process does not run. */
  append(message: RawMessage): Promise<LogPosition>;
  /** Makes the readers continue after a message at which all of them have stopped. */
  skip(position: LogPosition): Promise<void>;
}

/** The topic of the spans. */
export interface Topic {
  /** Counts the messages that the consumers have not committed. */
  unreadMessages(): Promise<number>;
  addPartition(): Promise<void>;
  /** Deletes the topic with everything in it, and runs the migrator, which creates it. */
  recreate(): Promise<void>;
}

/** A disk of a fixed size. */
export interface Disk {
  /** Writes a file until nothing fits any more. */
  fill(): Promise<void>;
  /** Removes that file. */
  free(): Promise<void>;
}

/** A process of Spanhouse with its address. */
export interface Program {
  readonly part: ServicePart;
  /** The address at which it answers requests and exports metrics. */
  readonly url: string;
  readonly service: 'ingest-gateway' | 'span-consumer' | 'trace-query' | 'all-in-one';
}

/** Options of the start of an installation. */
export interface StartOptions {
  /** The directory of data and logs. */
  readonly dir: string;
  /** The folder of the build that runs. Default: this repository */
  readonly root?: string;
  /** Settings of every process of Spanhouse, in addition to the settings of the form. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The number of query services, if they are processes of their own. Default: 1 */
  readonly queries?: number;
  /**
   * True if the log and ClickHouse of the embedded form are on separate disks, which faults can fill. Default: false
   */
  readonly hasSmallDisks?: boolean;
}

/** A running installation. */
export interface System {
  /** The processes of Spanhouse, in the order in which an upgrade replaces them. */
  readonly programs: readonly Program[];
  /** Migrates the backends with the migrator of another build. The embedded form migrates when it starts. */
  migrate(root: string): Promise<void>;
  /** The addresses that accept spans. They do not change when processes are restarted. */
  readonly gateways: readonly string[];
  /** The address that answers reads. */
  readonly query: string;
  readonly stores: readonly Store[];
  /** Returns the processes of a role; none if this form has no such process. */
  parts(role: Role): readonly Part[];
  services(role: ServiceRole): readonly ServicePart[];
  readonly log: Log;
  /** Absent if the log is embedded. */
  readonly topic?: Topic;
  /** Absent unless the system was started on disks of its own. */
  readonly disks?: Readonly<Record<DiskName, Disk>> | undefined;
  /** Starts another consumer, and resolves with the consumer once it is ready. */
  startConsumer(): Promise<Part>;
  readonly network: Network;
  /** Returns the index of the broker that leads the first partition. */
  leader(): Promise<number>;
  close(): Promise<void>;
}
