import { join } from 'node:path';
import { freePort } from '../../../packages/service-runtime/src/testing/index.js';
import { type Broker, startBroker } from '../../../scripts/kafka/broker.mjs';
import { openAll } from './open-all.js';
import type { Part } from './system.js';

export interface KafkaBrokers {
  /** The addresses of all brokers, for KAFKA_BROKERS. */
  readonly addresses: string;
  readonly parts: readonly KafkaBroker[];
  close(): Promise<void>;
}

const BROKERS = 3;
const heap = '256m';

/** What makes an acknowledged message survive the loss of any broker; docs/reliability.md names these settings. */
const durable = {
  'default.replication.factor': 3,
  'offsets.topic.replication.factor': 3,
  'offsets.topic.num.partitions': 2,
  'min.insync.replicas': 2,
};

/** Starts three brokers, each of which also votes for the controller. Resolves when all of them serve. */
export function startKafkaBrokers(dir: string): Promise<KafkaBrokers> {
  return openAll(async (onClose) => {
    const nodes = await Promise.all(
      Array.from({ length: BROKERS }, async (_, index) => ({
        id: index + 1,
        port: await freePort(),
        controllerPort: await freePort(),
      })),
    );
    const voters = nodes.map(({ id, controllerPort }) => `${id}@127.0.0.1:${controllerPort}`);
    const parts = nodes.map(
      ({ id, port, controllerPort }) =>
        new KafkaBroker(id, {
          dir: join(dir, `kafka-${id}`),
          port,
          settings: {
            ...durable,
            'node.id': id,
            'controller.quorum.voters': voters.join(','),
            listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
          },
        }),
    );
    onClose(() => Promise.all(parts.map((part) => part.kill()))); // its data is not needed any more
    await Promise.all(parts.map((part) => part.start()));
    return { addresses: nodes.map(({ port }) => `127.0.0.1:${port}`).join(','), parts };
  });
}

interface BrokerOptions {
  readonly dir: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string | number>>;
}

/** A broker that faults end and start again on its data and its port. */
class KafkaBroker implements Part {
  readonly id: number;
  readonly #options: BrokerOptions;
  #running: Broker | undefined;

  constructor(id: number, options: BrokerOptions) {
    this.id = id;
    this.#options = options;
  }

  get name(): string {
    return `broker ${this.id}`;
  }

  /** Resolves when the broker serves. */
  async start(): Promise<void> {
    this.#running = await startBroker({ ...this.#options, heap, detached: true });
  }

  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.kill();
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
  }

  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  #signal(name: NodeJS.Signals): void {
    const pid = this.#running?.pid;
    if (pid !== undefined) {
      process.kill(pid, name);
    }
  }
}
