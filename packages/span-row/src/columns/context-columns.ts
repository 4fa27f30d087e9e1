import type { ContextColumn } from './column.js';

/** The columns that have the same value for every span of a request. All of them have a fixed size. */
export const contextColumns = [
  { name: 'project_id', type: 'UUID', from: (context) => context.project_id, isHidden: true },
  {
    name: 'received_at',
    type: "DateTime64(9, 'UTC')",
    from: (context) => context.received_at,
  },
  {
    name: 'created_at',
    isPacked: true,
    type: "DateTime64(9, 'UTC')",
    from: (context) => context.edit?.created_at ?? context.received_at,
    filter: 'created_at',
  },
  {
    name: 'created_by_id',
    isPacked: true,
    type: 'UUID',
    from: (context) => context.created_by_id,
    filter: 'created_by_id',
  },
  {
    name: 'updated_at',
    isPacked: true,
    type: "DateTime64(9, 'UTC')",
    from: (context) => (context.edit === undefined ? undefined : context.received_at),
    absent: { value: 'zero' },
    filter: 'updated_at',
  },
  {
    name: 'updated_by_id',
    isPacked: true,
    type: 'UUID',
    from: (context) => context.edit?.updated_by_id,
    // The zero UUID is a valid id: without authentication, it is the id of every user.
    absent: { with: 'updated_at' },
    filter: 'updated_by_id',
  },
  {
    name: 'retention_days',
    type: 'UInt16',
    from: (context) => context.retention_days,
    isHidden: true,
  },
] as const satisfies readonly ContextColumn[];
