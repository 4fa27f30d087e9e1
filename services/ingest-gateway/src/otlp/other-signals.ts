/** An OTLP signal that Spanhouse does not store. */
export interface OtherSignal {
  readonly name: 'metrics' | 'logs';
  /** Message that explains how to stop a client from sending the signal. It names the client's settings. */
  readonly refusal: string;
}

export const otherSignals: readonly OtherSignal[] = [
  { name: 'metrics', refusal: refusalOf('metrics', 'OTEL_METRICS_EXPORTER') },
  { name: 'logs', refusal: refusalOf('logs', 'OTEL_LOGS_EXPORTER') },
];

function refusalOf(name: string, setting: string): string {
  return (
    `Spanhouse stores traces, not ${name}. Set ${setting}=none in the application; in a Collector, ` +
    `remove the exporter from the ${name} pipeline.`
  );
}
