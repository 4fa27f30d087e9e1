import { TraceQlError } from '../traceql-error.js';
import type { SpanSet, Stage } from '../tree/query.js';
import { parseCombined } from './parse-span-set.js';
import { parsePipeline } from './parse-stage.js';
import type { TokenReader } from './token-reader.js';

/** Parses pipelines in parentheses, joined by operators. */
export function parseJoined(reader: TokenReader): SpanSet {
  const spans = parseCombined(reader, parseWrapped);
  checkSides(spans);
  return spans;
}

function parseWrapped(reader: TokenReader): SpanSet {
  return reader.within('(', ')', () => {
    if (reader.stageWords().inside.length > 0) {
      return parseCombined(reader, parseWrapped);
    }
    const { stages } = parsePipeline(reader);
    const [first, ...more] = stages;
    return first?.kind === 'spans' && more.length === 0
      ? first.spans
      : { kind: 'pipeline', stages };
  });
}

function checkSides(spans: SpanSet): void {
  if (spans.kind !== 'operation') {
    return;
  }
  const isRelation = spans.operator !== '&&' && spans.operator !== '||';
  for (const side of [spans.left, spans.right]) {
    if (isRelation && side.kind === 'pipeline' && leavesSeveral(side.stages)) {
      throw new TraceQlError('structural operators need one span set, use coalesce()');
    }
    checkSides(side);
  }
}

function leavesSeveral(stages: readonly Stage[]): boolean {
  const last = stages.findLast(({ kind }) => kind === 'group' || kind === 'coalesce');
  return last?.kind === 'group';
}
