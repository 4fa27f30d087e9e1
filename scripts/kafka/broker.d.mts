export interface Broker {
  /** The address: `host:port`. */
  readonly address: string;
  readonly pid: number | undefined;
  stop(): Promise<unknown>;
  kill(): Promise<unknown>;
}

export function whyNoBroker(): string | undefined;

export function startBroker(options: {
  readonly dir: string;
  readonly port?: number;
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly javaFlags?: readonly string[];
  readonly detached?: boolean;
}): Promise<Broker>;
