import { type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useTabPanel } from 'react-aria';
import { TabListStateContext } from 'react-aria-components';

interface TabPanelProps {
  /** The id of its tab. */
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Shows the content of a tab while that tab is selected. The panel of React Aria looks for a visible element that the Tab
 * key reaches after each rendering; the page has to be laid out for that, often several times in one task.
 */
export function TabPanel(props: TabPanelProps): ReactElement | null {
  const state = useContext(TabListStateContext);
  return state?.selectedKey === props.id ? <SelectedPanel {...props} /> : null;
}

/** In place of the element, in which React Aria would look. */
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

/** Whether the Tab key reaches nothing in an element, so that it has to reach the element itself. */
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
