import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useTabPanel } from 'react-aria';
import { TabListStateContext } from 'react-aria-components';

interface TabPanelProps {
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Shows the content of the selected tab. It replaces React Aria's panel, which looks for a focusable element after each
 * render. This search forces a layout of the page, often several times per task.
 */
export function TabPanel(props: TabPanelProps) {
  const state = useContext(TabListStateContext);
  return state?.selectedKey === props.id ? <SelectedPanel {...props} /> : null;
}

/** Empty ref that prevents React Aria from searching for a focusable element. */
const nothing = { current: null };

function SelectedPanel({ className, children }: TabPanelProps) {
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

/** Returns true if an element contains nothing focusable. Such an element must itself be focusable. */
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
