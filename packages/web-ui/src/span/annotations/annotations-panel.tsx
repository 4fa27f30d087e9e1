import type { ReactElement } from 'react';
import { useProject } from '../../api/use-project.js';
import { Problem } from '../../parts/answers/problem.js';
import { Waiting } from '../../parts/answers/waiting.js';
import { Button } from '../../parts/button.js';
import { createStore, useStore } from '../../parts/store.js';
import { writeCount } from '../../parts/values/format-number.js';
import type { Annotation } from './annotation.js';
import { AnnotationForm } from './annotation-form.js';
import { AnnotationItem } from './annotation-item.js';
import styles from './annotations.module.css';
import { MAX_ANNOTATIONS } from './load-annotations.js';
import { useAnnotations } from './use-annotations.js';

/** Id of the span that the user is annotating. */
export const annotatedSpan = createStore<string | undefined>(undefined);

interface AnnotationsPanelProps {
  readonly traceId: string;
  /** The span that a new annotation refers to. */
  readonly spanId: string;
  /** Selects the annotations to list. */
  readonly isListed: (annotation: Annotation) => boolean;
  /** Renders the name of an annotation's span, in the list of a whole trace. */
  readonly aboutOf?: (annotation: Annotation) => ReactElement;
}

/** Annotations of a span or of a trace, with a form for a new one. */
export function AnnotationsPanel(props: AnnotationsPanelProps): ReactElement {
  const { traceId, spanId, isListed, aboutOf } = props;
  const { data, error, refetch, changes } = useAnnotations(traceId);
  const refusal = useRefusal();
  const isWriting = useStore(annotatedSpan) === spanId && refusal === undefined;
  const listed = data?.filter(isListed) ?? [];
  return (
    <div className={styles['panel']}>
      {isWriting ? (
        <AnnotationForm
          first={{ score: undefined, comment: undefined }}
          onSave={(judgement) => changes.write(spanId, judgement)}
          onClose={() => annotatedSpan.set(undefined)}
        />
      ) : (
        <p className={styles['head']}>
          <Button disabled={refusal !== undefined} onClick={() => annotatedSpan.set(spanId)}>
            Annotate
          </Button>
          {refusal !== undefined && <span className="faint">{refusal}</span>}
        </p>
      )}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && listed.length === 0 && (
        <p className="faint">There are no annotations.</p>
      )}
      {listed.map((annotation) => (
        <AnnotationItem
          key={annotation.traceId}
          annotation={annotation}
          changes={changes}
          refusal={refusal}
          about={aboutOf?.(annotation)}
        />
      ))}
      {data?.length === MAX_ANNOTATIONS && (
        <p className="faint">
          The newest {writeCount(MAX_ANNOTATIONS)} annotations of the trace are read.
        </p>
      )}
    </div>
  );
}

/** Returns why the key may not write; undefined if it may, or while its permissions are unknown. */
function useRefusal(): string | undefined {
  const project = useProject();
  return project === undefined || project.permissions.includes('edit_spans')
    ? undefined
    : 'The key lacks the permission edit_spans.';
}
