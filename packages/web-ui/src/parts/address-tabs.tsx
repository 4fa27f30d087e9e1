import type { ReactNode } from 'react';
import { Tab, TabList, Tabs } from 'react-aria-components';
import { useSearchParameters } from '../url/use-search.js';
import { usePageKeys } from './keys/page-keys.js';
import { TabPanel } from './tab-panel.js';

interface AddressTab {
  readonly id: string;
  readonly name: ReactNode;
  readonly content: ReactNode;
}

interface AddressTabsProps {
  readonly label: string;
  /** Search parameter with the id of the selected tab. The parameter is absent while the first tab is selected. */
  readonly parameter: string;
  readonly tabs: readonly AddressTab[];
  /** True if the keys 1, 2 and so on select the tabs. If so, the tab names must be strings. */
  readonly hasKeys?: boolean;
  /** Search parameter for the content of one tab. Selecting another tab removes the parameter. */
  readonly contentParameter?: string;
  readonly className?: string | undefined;
  readonly panelClassName?: string | undefined;
}

/** Tabs whose selection is stored in the URL. */
export function AddressTabs(props: AddressTabsProps) {
  const { label, parameter, tabs, hasKeys = false, contentParameter } = props;
  const [search, change] = useSearchParameters();
  const first = tabs[0]?.id ?? '';
  const selected = tabs.find(({ id }) => id === search[parameter])?.id ?? first;
  const show = (id: string) =>
    change({
      ...(contentParameter !== undefined && { [contentParameter]: undefined }),
      [parameter]: id === first ? undefined : id,
    });
  usePageKeys(
    label,
    (hasKeys ? tabs : []).map(({ id, name }, at) => ({
      key: String(at + 1),
      meaning: String(name),
      act: () => show(id),
    })),
  );
  return (
    <Tabs
      className={props.className ?? ''}
      selectedKey={selected}
      onSelectionChange={(key) => show(String(key))}
    >
      <TabList aria-label={label}>
        {tabs.map(({ id, name }) => (
          <Tab key={id} id={id}>
            {name}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={props.panelClassName}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}
