import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useProject } from '../../api/use-project.js';
import { Problem, Waiting } from '../../parts/answers/answer-states.js';
import { Button } from '../../parts/button.js';
import { createStore, useStore } from '../../parts/store.js';
import { settings } from '../../parts/theme/settings.js';
import { clockOf, dayOf, readTime } from '../../parts/values/format-time.js';
import { writeJson } from '../../parts/values/write-json.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import { flattenAttributes } from '../flatten-attributes.js';
import { ValueRows } from '../value-rows.js';
import { AnnotationForm } from './annotation-form.js';
import styles from './annotations.module.css';
import {
  type Annotation,
  MAX_ANNOTATIONS,
  readJudgement,
  useAnnotations,
} from './use-annotations.js';

/** Id of the span that the user is annotating. */
export const annotatedSpan = createStore<string | undefined>(undefined);

interface AnnotationsPanelProps {
  readonly traceId: string;
  /** Id of the span that new annotations refer to. */
  readonly spanId: string;
  /** Returns true if the panel should list an annotation. */
  readonly isListed: (annotation: Annotation) => boolean;
  /** Renders the name of the annotated span. Present if the panel lists the annotations of a whole trace. */
  readonly renderTarget?: (annotation: Annotation) => ReactElement;
}

/** Lists the annotations of a span or trace, and offers a form for new ones. */
export function AnnotationsPanel(props: AnnotationsPanelProps): ReactElement {
  const { traceId, spanId, isListed, renderTarget } = props;
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
          about={renderTarget?.(annotation)}
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

/**
 * Returns the reason why the API key does not allow writing. Returns undefined if the key allows writing or if its
 * permissions are unknown.
 */
function useRefusal(): string | undefined {
  const project = useProject();
  return project === undefined || project.permissions.includes('edit_spans')
    ? undefined
    : 'The key lacks the permission edit_spans.';
}

interface AnnotationItemProps {
  readonly annotation: Annotation;
  readonly changes: ReturnType<typeof useAnnotations>['changes'];
  /** Reason why the user cannot change annotations; undefined if changes are allowed. */
  readonly refusal: string | undefined;
  /** Name of the annotated span; present if the panel covers more than one span. */
  readonly about: ReactElement | undefined;
}

/** An annotation with its author, time, score, comment and any other outputs. */
function AnnotationItem(props: AnnotationItemProps): ReactElement {
  const { annotation, changes, refusal, about } = props;
  const [mode, setMode] = useState<'shown' | 'edited' | 'removed'>('shown');
  const judgement = readJudgement(annotation);
  if (mode === 'edited' && judgement !== undefined) {
    return (
      <AnnotationForm
        first={judgement}
        onSave={(changed) => changes.edit(annotation, changed)}
        onClose={() => setMode('shown')}
      />
    );
  }
  const others = judgement?.others ?? { outputs: annotation.data['outputs'] ?? null };
  return (
    <article className={styles['item']} aria-label={`Annotation ${annotation.name}`}>
      <p className={styles['head']}>
        {judgement?.score !== undefined && <b>{writeJson(judgement.score)}</b>}
        <span>
          <MarkedText text={annotation.name} />
        </span>
        {annotation.isHuman && <span className="faint">by a human</span>}
        <WrittenAt annotation={annotation} />
        {about}
        <Link to="/traces/$traceId" params={{ traceId: annotation.traceId }}>
          its trace
        </Link>
      </p>
      {judgement?.comment !== undefined && (
        <p className={styles['comment']}>
          <MarkedText text={judgement.comment} />
        </p>
      )}
      {Object.keys(others).length > 0 && <ValueRows rows={flattenAttributes(others)} />}
      {mode === 'removed' ? (
        <Removal onRemove={() => changes.remove(annotation)} onKeep={() => setMode('shown')} />
      ) : (
        <Actions
          refusal={refusal}
          canEdit={judgement !== undefined}
          onEdit={() => setMode('edited')}
          onRemove={() => setMode('removed')}
        />
      )}
    </article>
  );
}

interface ActionsProps {
  readonly refusal: string | undefined;
  /** False if the annotation's outputs are not an object, because the form can edit only objects. */
  readonly canEdit: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Actions({ refusal, canEdit, onEdit, onRemove }: ActionsProps): ReactElement {
  const isRefused = refusal !== undefined;
  return (
    <p className={styles['actions']}>
      <Button
        isPlain
        disabled={isRefused || !canEdit}
        title={canEdit ? refusal : 'Its outputs are not an object, so the form cannot edit them.'}
        onClick={onEdit}
      >
        Edit
      </Button>
      <Button isPlain disabled={isRefused} title={refusal} onClick={onRemove}>
        Delete
      </Button>
    </p>
  );
}

function WrittenAt({ annotation }: { readonly annotation: Annotation }): ReactElement {
  const { createdAt, updatedAt } = annotation;
  const zone = useStore(settings.timeZone);
  const ns = readTime(updatedAt ?? createdAt);
  return (
    <time className="faint" dateTime={createdAt} title={`written ${createdAt}`}>
      {updatedAt !== undefined && 'edited '}
      {dayOf(ns, zone)}, {clockOf(ns, zone).seconds}
    </time>
  );
}

interface RemovalProps {
  readonly onRemove: () => Promise<void>;
  readonly onKeep: () => void;
}

function Removal({ onRemove, onKeep }: RemovalProps): ReactElement {
  const removal = useMutation({ mutationFn: onRemove });
  return (
    <p className={styles['actions']} role="group" aria-label="Delete the annotation?">
      Delete this annotation?
      <Button onClick={() => removal.mutate()}>Delete it</Button>
      <Button isPlain onClick={onKeep}>
        Keep it
      </Button>
      <span role="alert" className="bad">
        {removal.error?.message}
      </span>
    </p>
  );
}
