import { type ReactElement, useState } from 'react';
import { Button } from '../../parts/button.js';
import { OpenDialog } from '../../parts/dialogs/open-dialog.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import { indexOfSpan, type Outline, spanIdAt } from '../../trace/outline/outline.js';
import { useSearchParameters } from '../../url/use-search.js';
import styles from './annotations.module.css';
import { AnnotationsPanel, annotatedSpan } from './annotations-panel.js';
import { useAnnotations } from './use-annotations.js';

/** Button that shows the annotations on all spans in a trace. New annotations refer to the first root span. */
export function TraceAnnotations({ outline }: { readonly outline: Outline }): ReactElement {
  const [, change] = useSearchParameters();
  const { traceId } = outline;
  const rootId = spanIdAt(outline, 0) ?? '';
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useAnnotations(traceId);
  const annotate = () => {
    annotatedSpan.set(rootId);
    setOpen(true);
  };
  usePageKeys('Annotations', [{ key: 'Shift-a', meaning: 'Annotate the trace', act: annotate }]);
  const close = () => {
    annotatedSpan.set(undefined);
    setOpen(false);
  };
  return (
    <>
      <Button isPlain className={styles['open']} onClick={() => setOpen(true)}>
        Annotations {data.length > 0 && writeCount(data.length)} <kbd>A</kbd>
      </Button>
      {isOpen && (
        <OpenDialog title="Annotations of the trace" onClose={close}>
          <AnnotationsPanel
            traceId={traceId}
            spanId={rootId}
            isListed={() => true}
            renderTarget={({ about }) => (
              <>
                {about
                  .filter((one) => one.traceId === traceId)
                  .map(({ spanId }) => (
                    <AboutSpan
                      key={spanId}
                      outline={outline}
                      spanId={spanId}
                      onSelect={() => {
                        close();
                        change({ s: spanId });
                      }}
                    />
                  ))}
              </>
            )}
          />
        </OpenDialog>
      )}
    </>
  );
}

interface AboutSpanProps {
  readonly outline: Outline;
  readonly spanId: string;
  readonly onSelect: () => void;
}

/** Link that selects the annotated span. */
function AboutSpan({ outline, spanId, onSelect }: AboutSpanProps): ReactElement {
  const at = indexOfSpan(outline, spanId);
  if (at < 0) {
    return <span className="mono faint">{spanId}</span>;
  }
  return (
    <Button isPlain className={styles['about']} onClick={onSelect}>
      <MarkedText text={outline.texts[outline.name[at] ?? -1] ?? spanId} />
    </Button>
  );
}
