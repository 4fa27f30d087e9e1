import {
  conditionOperators,
  filterAttributeFields,
  filterEnumFields,
  filterIdFields,
  filterListFields,
  filterTextFields,
  filterTimeFields,
  type JsonObject,
  type JsonValue,
  logicalOperators,
  parseFiltering,
  parseWindowing,
} from '@spanhouse/span-schema';
import { z } from 'zod';
import type { ListQuery } from '../../paging/list-request.js';
import { toListQuery } from '../../requests/parse-query-body.js';

/** The accepted filters. The error about an invalid filter contains them. */
export const acceptedFilters = {
  fields: [
    ...filterEnumFields,
    ...filterTextFields,
    ...filterIdFields,
    ...filterTimeFields,
    ...filterListFields,
    'content',
  ],
  fields_with_key: filterAttributeFields,
  operators: conditionOperators,
  example: {
    operator: 'and',
    conditions: [
      { field: 'service_name', operator: 'is', value: 'shop' },
      { field: 'attributes', key: 'ag.metrics.duration.cumulative', operator: 'gt', value: 5000 },
    ],
  },
};

const filterSchema = {
  type: 'object',
  properties: {
    operator: { enum: logicalOperators, default: 'and' },
    conditions: {
      type: 'array',
      items: {
        type: 'object',
        description: 'A condition on one span, or a nested {operator, conditions}.',
        properties: {
          field: { type: 'string' },
          key: { type: 'string' },
          operator: { type: 'string', default: 'is' },
          value: {},
          conditions: { type: 'array', items: { type: 'object' } },
        },
      },
    },
  },
};

/** A guide to filters. One tool contains it, and the other tools refer to it. */
export const filterGuide =
  'filtering example: {"operator":"and","conditions":[{"field":"status_code","operator":"is","value":"STATUS_CODE_ERROR"},' +
  '{"field":"attributes","key":"http.status","operator":"gte","value":500}]}. ' +
  'Common fields: service_name, span_name, span_type, span_kind, status_code, status_message, session_id, user_id, trace_id; ' +
  'attributes and resource.attributes with a dotted key (duration in ms: ag.metrics.duration.cumulative; model: ag.meta.request.model); ' +
  'content searches words in all texts (operator contains). ' +
  `Operators: ${conditionOperators.join(', ')}. Roots only: {"field":"parent_id","operator":"is","value":null}.`;

/** The filter argument of the tool that contains the guide. */
export const describedFilter = {
  filtering: z
    .any()
    .meta({ ...filterSchema, description: 'Conditions that one span of the trace satisfies.' })
    .optional(),
};

/**
 * Returns the filter argument of another tool. Its description is short, because descriptions are part of every
 * conversation.
 */
export function filterArgument(role: string) {
  const description = `${role}: {operator, conditions} as filtering of search_traces.`;
  return z.any().meta({ type: 'object', description });
}

/** Returns the two arguments of all queries. */
export function queryArguments() {
  return {
    filtering: filterArgument('Which spans').optional(),
    windowing: z
      .any()
      .meta({
        type: 'object',
        description:
          'Start times, ISO 8601 in UTC, e.g. {"oldest":"2026-05-01T10:00:00Z","newest":"2026-05-01T11:00:00Z"}. Default: all.',
        properties: { oldest: { type: 'string' }, newest: { type: 'string' } },
      })
      .optional(),
  };
}

/** Returns the paging arguments. */
export function pageArguments(defaultLimit: number) {
  return {
    limit: z.int().min(1).max(100).default(defaultLimit).optional(),
    next: z
      .string()
      .optional()
      .describe('The token next of the previous answer; keep the other arguments.'),
  };
}

/** Returns a validated query with a default limit. Throws the same refusals as the lists of the API. */
export function readQuery(args: JsonObject, defaultLimit: number): ListQuery {
  const { filtering, windowing, limit = defaultLimit, next = null } = args;
  const page = isAbsentOrObject(windowing) ? { ...windowing, limit, next } : windowing;
  return toListQuery(parseFiltering(filtering, ['filtering']), parseWindowing(page, ['windowing']));
}

function isAbsentOrObject(value: JsonValue | undefined): value is JsonObject | null | undefined {
  return value === undefined || (typeof value === 'object' && !Array.isArray(value));
}
