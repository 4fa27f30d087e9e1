import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { isFromFile } from '../../api/trace-key.js';
import { Button } from '../../parts/button.js';
import { everywhere } from '../../parts/keys/list-keys.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import styles from './file-target.module.css';

/** Opens a trace file that the user drops on a page or chooses after pressing a key. The file is not uploaded. */
export function FileTarget(): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, error, variables, reset } = useMutation({
    mutationFn: async (file: File) => {
      const { openFile } = await import('./open-file.js');
      const { name, traces } = await openFile(file);
      // A new file replaces an opened file with the same name, so cached data about the old file's traces is removed.
      queries.removeQueries({ predicate: (query) => isFromFile(query, name) });
      await navigate({
        to: '/traces/$traceId',
        params: { traceId: traces[0]?.traceId ?? '' },
        search: { file: name } as never,
      });
    },
  });
  const isOver = useDrop(mutate);

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
          const file = currentTarget.files?.[0];
          if (file !== undefined) {
            mutate(file);
          }
          currentTarget.value = '';
        }}
      />
      {isOver && <div className={styles['over']}>Drop the file to show its traces</div>}
      {error !== null && (
        <div className={styles['problem']} role="alert">
          <p>
            {variables?.name} cannot be shown. {error.message}
          </p>
          <Button onClick={reset}>Close</Button>
        </div>
      )}
    </>
  );
}

/** Opens files that are dropped on the page. Returns true while a file is being dragged over the page. */
function useDrop(open: (file: File) => void): boolean {
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
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) {
        event.preventDefault();
        open(file);
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
