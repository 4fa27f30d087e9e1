import { join } from 'node:path';
import { freePort } from '../../../packages/service-runtime/src/testing/index.js';
import { type Broker, startBroker } from '../../../scripts/kafka/broker.mjs';
import type { Link, Network } from '../network/network.js';
import { openAll } from './open-all.js';
import type { Part } from './system.js';

export interface KafkaBrokers {
  /** The addresses of all brokers. They bypass the proxies. */
  readonly direct: string;
  /** Returns the addresses of the proxies through which the clients of a link connect to the brokers. */
  readonly of: (link: KafkaLink) => string;
  readonly parts: readonly KafkaBroker[];
  close(): Promise<void>;
}

type KafkaLink = Extract<Link, `${string}-kafka`>;

const links: readonly KafkaLink[] = [
  'gateway-kafka',
  'consumer-kafka',
  'query-kafka',
  'kafka-kafka',
];
const BROKERS = 3;
/**
 * Java options that save memory and start-up time: three brokers share the machine with all other processes, and run
 * for only a minute or two.
 */
const javaFlags = ['-Xms256m', '-Xmx256m', '-XX:TieredStopAtLevel=1'];
const host = '127.0.0.1';

/**
 * Settings that preserve acknowledged messages when a broker is lost, and speed up the recovery. See
 * docs/reliability.md.
 */
const durable = {
  'default.replication.factor': 3,
  'offsets.topic.replication.factor': 3,
  'offsets.topic.num.partitions': 2,
  'min.insync.replicas': 2,
  'request.timeout.ms': 5000,
  'replica.lag.time.max.ms': 1000,
  'replica.fetch.wait.max.ms': 200,
  'controller.quorum.fetch.timeout.ms': 700,
  'controller.quorum.election.timeout.ms': 400,
  'controller.quorum.election.backoff.max.ms': 300,
};

/**
 * Starts three brokers that also vote for the controller. Resolves when all of them accept requests. Each broker has a
 * listener for every link, and advertises the address of the proxy in front of that listener.
 */
export function startKafkaBrokers(dir: string, network: Network): Promise<KafkaBrokers> {
  return openAll(async (onClose) => {
    const nodes = await Promise.all(
      Array.from({ length: BROKERS }, (_, index) => planNode(index + 1, network)),
    );
    const voters = nodes.map(({ id, controllerPort }) => `${id}@${host}:${controllerPort}`);
    const parts = nodes.map(
      (node) =>
        new KafkaBroker(node.id, {
          dir: join(dir, `kafka-${node.id}`),
          port: node.port,
          settings: { ...settingsOf(node), 'controller.quorum.voters': voters.join(',') },
        }),
    );
    onClose(() => Promise.all(parts.map((part) => part.kill()))); // their data is no longer needed
    await Promise.all(parts.map((part) => part.start()));
    return {
      direct: nodes.map(({ port }) => `${host}:${port}`).join(','),
      of: (link) => nodes.map(({ proxies }) => `${host}:${proxies[link].outside}`).join(','),
      parts,
    };
  });
}

interface Node {
  readonly id: number;
  readonly port: number;
  readonly controllerPort: number;
  /** The port of each listener and of its proxy. */
  readonly proxies: Readonly<
    Record<KafkaLink, { readonly inside: number; readonly outside: number }>
  >;
}

async function planNode(id: number, network: Network): Promise<Node> {
  const proxyOf = async (link: KafkaLink) => {
    const inside = await freePort();
    return { inside, outside: await network.connect(link, inside) };
  };
  return {
    id,
    port: await freePort(),
    controllerPort: await freePort(),
    proxies: {
      'gateway-kafka': await proxyOf('gateway-kafka'),
      'consumer-kafka': await proxyOf('consumer-kafka'),
      'query-kafka': await proxyOf('query-kafka'),
      'kafka-kafka': await proxyOf('kafka-kafka'),
    },
  };
}

function settingsOf({ id, port, controllerPort, proxies }: Node): BrokerOptions['settings'] {
  const names = ['PLAINTEXT', 'CONTROLLER', ...links.map(listenerOf)];
  const listeners = links.map((link) => `${listenerOf(link)}://${host}:${proxies[link].inside}`);
  const advertised = links.map((link) => `${listenerOf(link)}://${host}:${proxies[link].outside}`);
  const own = `PLAINTEXT://${host}:${port}`;
  return {
    ...durable,
    'node.id': id,
    listeners: [own, `CONTROLLER://${host}:${controllerPort}`, ...listeners].join(','),
    'advertised.listeners': [own, ...advertised].join(','),
    'inter.broker.listener.name': listenerOf('kafka-kafka'),
    'listener.security.protocol.map': names.map((name) => `${name}:PLAINTEXT`).join(','),
  };
}

function listenerOf(link: KafkaLink): string {
  return link.toUpperCase().replace('-', '_');
}

interface BrokerOptions {
  readonly dir: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string | number>>;
}

/** A broker that faults stop and restart with the same data and port. */
class KafkaBroker implements Part {
  readonly id: number;
  readonly #options: BrokerOptions;
  #running: Promise<Broker> | undefined;

  constructor(id: number, options: BrokerOptions) {
    this.id = id;
    this.#options = options;
  }

  get name(): string {
    return `broker ${this.id}`;
  }

  /** Resolves when the broker accepts requests. */
  async start(): Promise<void> {
    this.#running = startBroker({ ...this.#options, javaFlags, detached: true });
    await this.#running;
  }

  async kill(): Promise<void> {
    await (await this.#end())?.kill();
  }

  async stop(): Promise<void> {
    await (await this.#end())?.stop();
  }

  freeze(): void {
    void this.#signal('SIGSTOP');
  }

  thaw(): void {
    void this.#signal('SIGCONT');
  }

  /** Waits for a start in progress. Returns the broker, or undefined if the start failed and the broker has exited. */
  async #end(): Promise<Broker | undefined> {
    const running = this.#running;
    this.#running = undefined;
    return await running?.catch(() => undefined);
  }

  async #signal(name: NodeJS.Signals): Promise<void> {
    const pid = (await this.#running)?.pid;
    if (pid !== undefined) {
      process.kill(pid, name);
    }
  }
}
