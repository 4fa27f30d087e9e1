import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { isFromFile } from '../../api/trace-key.js';
import { Button } from '../../parts/button.js';
import { everywhere } from '../../parts/keys/list-keys.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import styles from './file-target.module.css';

/** Opens a trace file that the user drops on a page or chooses after pressing a key. The file stays in the browser. */
export function FileTarget(): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const open = useOpenFile(setProblem);
  const isOver = useDrop(open);

  usePageKeys(everywhere, [
    { key: 'Shift-o', meaning: 'Open a trace from a file', act: () => input.current?.click() },
  ]);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Open a trace from a file"
        onChange={({ currentTarget }) => {
          open(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      {isOver && <div className={styles['over']}>Drop the file to show its traces</div>}
      {problem !== undefined && (
        <div className={styles['problem']} role="alert">
          <p>{problem}</p>
          <Button onClick={() => setProblem(undefined)}>Close</Button>
        </div>
      )}
    </>
  );
}

/** Returns a function that opens a file and navigates to its first trace. */
function useOpenFile(onProblem: (problem: string | undefined) => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMemo(
    () => (file: File | undefined) => {
      if (file === undefined) {
        return;
      }
      onProblem(undefined);
      import('./open-file.js')
        .then(({ openFile }) => openFile(file))
        .then(async ({ name, traces }) => {
          const [first] = traces;
          // The new file replaces a file with the same name, whose traces may still be cached.
          queries.removeQueries({ predicate: (query) => isFromFile(query, name) });
          await navigate({
            to: '/traces/$traceId',
            params: { traceId: first?.traceId ?? '' },
            search: { file: name } as never,
          });
        })
        .catch((error: Error) => onProblem(`${file.name} cannot be shown. ${error.message}`));
    },
    [navigate, queries, onProblem],
  );
}

/** Accepts files dropped on the page. Returns true while a file is dragged over the page. */
function useDrop(open: (file: File | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) {
        event.preventDefault();
        setOver(true);
      }
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (event.dataTransfer !== null && event.dataTransfer.files.length > 0) {
        event.preventDefault();
        open(event.dataTransfer.files[0]);
      }
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => controller.abort();
  }, [open]);
  return isOver;
}
