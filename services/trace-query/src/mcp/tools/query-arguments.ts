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

/** Description of the accepted filters. The error for an invalid filter contains it. */
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

/** Guide to filters. The description of one tool contains the guide, and other tools refer to that description. */
export const filterGuide =
  'filtering example: {"operator":"and","conditions":[{"field":"status_code","operator":"is","value":"STATUS_CODE_ERROR"},' +
  '{"field":"attributes","key":"http.status","operator":"gte","value":500}]}. ' +
  'Common fields: service_name, span_name, span_type, span_kind, status_code, status_message, session_id, user_id, trace_id; ' +
  'attributes and resource.attributes with a dotted key (duration in ms: ag.metrics.duration.cumulative; model: ag.meta.request.model); ' +
  'content searches words in all texts (operator contains). ' +
  `Operators: ${conditionOperators.join(', ')}. Roots only: {"field":"parent_id","operator":"is","value":null}.`;

/** Filter argument of the tool whose description contains the guide. */
export const describedFilter = {
  filtering: z
    .any()
    .meta({ ...filterSchema, description: 'Conditions that one span of the trace satisfies.' })
    .optional(),
};

/**
 * Returns the filter argument for a tool whose description does not contain the guide. The argument's description is
 * short, because every conversation includes it.
 */
export function filterArgument(role: string) {
  const description = `${role}: {operator, conditions} as filtering of search_traces.`;
  return z.any().meta({ type: 'object', description });
}

/** Returns the filter argument and the window argument, which all queries have. */
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

export function pageArguments(defaultLimit: number) {
  return {
    limit: z.int().min(1).max(100).default(defaultLimit).optional(),
    next: z
      .string()
      .optional()
      .describe('The token next of the previous answer; keep the other arguments.'),
  };
}

/**
 * Returns a validated query. `defaultLimit` applies if the arguments have no limit. Throws the same errors as the list
 * routes of the API.
 */
export function readQuery(args: JsonObject, defaultLimit: number): ListQuery {
  const { filtering, windowing, limit = defaultLimit, next = null } = args;
  const page = isAbsentOrObject(windowing) ? { ...windowing, limit, next } : windowing;
  return toListQuery(parseFiltering(filtering, ['filtering']), parseWindowing(page, ['windowing']));
}

function isAbsentOrObject(value: JsonValue | undefined): value is JsonObject | null | undefined {
  return value === undefined || (typeof value === 'object' && !Array.isArray(value));
}
