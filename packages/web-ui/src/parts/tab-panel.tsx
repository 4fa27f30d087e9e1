import { type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useTabPanel } from 'react-aria';
import { TabListStateContext } from 'react-aria-components';

interface TabPanelProps {
  /** That of its tab. */
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * What the tab of the same id shows, as the panel of React Aria. That one looks after each rendering whether Tab reaches
 * a visible element in it, for which the page has to be laid out, often several times in one task.
 */
export function TabPanel(props: TabPanelProps): ReactElement | null {
  const state = useContext(TabListStateContext);
  return state?.selectedKey === props.id ? <SelectedPanel {...props} /> : null;
}

/** Keeps React Aria from looking. */
const nothing = { current: null };

function SelectedPanel({ className, children }: TabPanelProps): ReactElement {
  const panel = useRef<HTMLDivElement>(null);
  const isBare = useIsBare(panel);
  const { tabPanelProps } = useTabPanel({}, useContext(TabListStateContext), nothing);
  return (
    <div {...tabPanelProps} ref={panel} className={className} tabIndex={isBare ? 0 : undefined}>
      {children}
    </div>
  );
}

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** Whether Tab reaches nothing in an element, so that it has to reach the element itself. */
function useIsBare(room: { readonly current: HTMLElement | null }): boolean {
  const [isBare, setBare] = useState(false);
  useEffect(() => {
    const element = room.current;
    if (element === null) {
      return;
    }
    const look = () => setBare(element.querySelector(reachable) === null);
    const changes = new MutationObserver(look);
    changes.observe(element, { childList: true, subtree: true });
    look();
    return () => changes.disconnect();
  }, [room]);
  return isBare;
}
