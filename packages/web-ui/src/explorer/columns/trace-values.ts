import type { TraceSummary } from '../../api/trace-summary.js';
import type { ShownValue } from '../../parts/values/shown-value.js';
import { shownValue } from './span-values.js';

/** The values of the columns of a list of traces, by the id of the column. A filter asks for spans that have them. */
export const traceValues: Readonly<
  Record<string, (trace: TraceSummary) => ShownValue | undefined>
> = {
  start: ({ start_time }) => shownValue('Start', undefined, start_time),
  name: ({ root }) => shownValue('Name', { field: 'span_name' }, root?.span_name),
  service: ({ root }) => shownValue('Service', { field: 'service_name' }, root?.service_name),
  type: ({ root }) => shownValue('Type', { field: 'span_type' }, root?.span_type),
  user: ({ user_id }) => shownValue('User', { field: 'attributes', key: 'ag.user.id' }, user_id),
  session: ({ session_id }) =>
    shownValue('Session', { field: 'attributes', key: 'ag.session.id' }, session_id),
  model: ({ models: [model, ...others] }) =>
    others.length > 0
      ? undefined
      : shownValue('Model', { field: 'attributes', key: 'ag.meta.response.model' }, model),
  duration: ({ duration_ns }) => shownValue('Duration in ns', undefined, duration_ns),
  tokens: ({ tokens: { total } }) => shownValue('Tokens', undefined, total),
  cost: ({ costs: { total } }) => shownValue('Cost', undefined, total),
  trace: ({ trace_id }) => shownValue('Trace', { field: 'trace_id' }, trace_id),
};
