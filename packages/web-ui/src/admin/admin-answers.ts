import type { Permission } from '@spanhouse/span-schema';
import type { KeysAnswer, ProjectsAnswer } from '@spanhouse/span-schema/api';

export type { ProjectsAnswer };
export type ListedProject = ProjectsAnswer['projects'][number];
export type ListedKey = KeysAnswer['keys'][number];

/** The permissions that a key can have; see docs/api/README.md#authentication. */
export const permissions = [
  'view_spans',
  'edit_spans',
  'view_queries',
  'edit_queries',
] as const satisfies readonly Permission[];
