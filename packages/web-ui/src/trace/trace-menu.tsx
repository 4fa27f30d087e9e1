import { type ReactElement, useMemo, useRef, useState } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import { send } from '../api/call.js';
import { Button } from '../parts/button.js';
import { OpenDialog } from '../parts/dialogs/open-dialog.js';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { copyText } from '../parts/values/copy-text.js';
import { offerBlob } from '../parts/values/offer-blob.js';
import menu from '../parts/values/value-menu.module.css';
import { useSearchParameters } from '../url/use-search.js';
import { DeleteTrace } from './delete-trace.js';
import type { Outline } from './outline/outline.js';
import { fileWorker } from './workers/page-workers.js';

/** Menu with the actions for a whole trace. */
export function TraceMenu({ outline }: { readonly outline: Outline }): ReactElement {
  const { traceId } = outline;
  const [{ file }] = useSearchParameters();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const actions = useMemo(() => {
    const run = (action: (traceId: string) => Promise<void>) => () =>
      action(traceId).catch((error: Error) => setProblem(error.message));
    const copy = (text: string) => void copyText(text);
    return [
      { meaning: 'Copy the trace id', act: () => copy(traceId) },
      { meaning: 'Copy the link', act: () => copy(window.location.href) },
      { meaning: 'Download as JSON', act: run(downloadJson) },
      { meaning: 'Download as OTLP/JSON', act: run(downloadOtlp) },
      { meaning: 'Open as raw JSON', act: run(openRaw) },
      ...(file === undefined ? [{ meaning: 'Delete …', act: () => setDeleting(true) }] : []),
    ];
  }, [traceId, file]);

  usePageKeys({
    title: 'Trace',
    keys: [
      {
        key: 'Shift-m',
        meaning: 'Open the menu of the trace',
        act: () => setOpen(true),
      },
    ],
  });
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        Actions
      </Button>
      <Popover isOpen={isOpen} onOpenChange={setOpen} triggerRef={button} placement="bottom end">
        <Menu
          className={menu['menu'] ?? ''}
          aria-label="Actions for the trace"
          autoFocus="first"
          onClose={() => setOpen(false)}
        >
          {actions.map(({ meaning, act }) => (
            <MenuItem
              key={meaning}
              className={menu['item'] ?? ''}
              textValue={meaning}
              onAction={() => void act()}
            >
              {meaning}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
      {isDeleting && <DeleteTrace outline={outline} onClose={() => setDeleting(false)} />}
      {problem !== undefined && (
        <OpenDialog title="The trace cannot be read" onClose={() => setProblem(undefined)}>
          <p role="alert">{problem}</p>
        </OpenDialog>
      )}
    </>
  );
}

/** Saves a trace as the API returns it, with every digit. */
async function downloadJson(traceId: string): Promise<void> {
  offerBlob(jsonBlob(await readTrace(traceId)), { download: `${traceId}.json` });
}

/** Saves a trace as OTLP/JSON. */
async function downloadOtlp(traceId: string): Promise<void> {
  const answer = await readTrace(traceId);
  const otlp = await fileWorker.run('translateToOtlp', answer);
  offerBlob(jsonBlob(otlp), { download: `${traceId}.otlp.json` });
}

/** Opens the API response in a new tab. A plain link cannot do that, because the key is sent in a header. */
async function openRaw(traceId: string): Promise<void> {
  offerBlob(jsonBlob(await readTrace(traceId)), { target: '_blank' });
}

async function readTrace(traceId: string): Promise<string> {
  const answer = await send(`/traces/${traceId}`, { fromFile: { traceId } });
  return answer.text();
}

function jsonBlob(text: string): Blob {
  return new Blob([text], { type: 'application/json' });
}
