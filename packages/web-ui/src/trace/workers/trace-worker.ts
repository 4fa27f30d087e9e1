import { agentSteps } from '@spanhouse/trace-insight/agent-steps';
import { idleGaps } from '@spanhouse/trace-insight/idle-gaps';
import { compareTraces } from '../../compare/comparison.js';
import { layoutByTime } from '../flame/flame-layout.js';
import { layoutBySelfTime } from '../flame/merge-paths.js';
import { receiveOutline } from '../outline/receive-outline.js';
import { groupSpans } from '../table/span-groups.js';
import { tracePath } from '../trace-path.js';
import { answerRequests, type WorkerScope } from './answer-requests.js';

/** Tasks that would block the page if a trace is large. */
const tasks = {
  receiveOutline,
  tracePath,
  idleGaps,
  layoutByTime,
  layoutBySelfTime,
  groupSpans,
  agentSteps,
  compareTraces,
};

export type TraceTasks = typeof tasks;

answerRequests(globalThis as unknown as WorkerScope, tasks);
