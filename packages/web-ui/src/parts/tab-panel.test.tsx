import { render, screen, waitFor } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { Tab, TabList, Tabs } from 'react-aria-components';
import { TabPanel } from './tab-panel.js';

function Views({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Tabs defaultSelectedKey="log">
      <TabList aria-label="Views">
        <Tab id="flame">Flame</Tab>
        <Tab id="log">Log</Tab>
      </TabList>
      <TabPanel id="flame">the flame graph</TabPanel>
      <TabPanel id="log">{children}</TabPanel>
    </Tabs>
  );
}

describe('TabPanel', () => {
  it('shows only the content of the selected tab', () => {
    render(<Views>no records</Views>);

    const panel = screen.getByRole('tabpanel', { name: 'Log' });
    expect(panel.textContent).toBe('no records');
    expect(screen.getByRole('tab', { name: 'Log' }).getAttribute('aria-controls')).toBe(panel.id);
    expect(screen.queryByText('the flame graph')).toBeNull();
  });

  it('is reached by Tab as long as nothing in it is', async () => {
    const { rerender } = render(<Views>no records</Views>);
    const panel = screen.getByRole('tabpanel');
    expect(panel.tabIndex).toBe(0);

    rerender(
      <Views>
        <button type="button">Retry</button>
      </Views>,
    );

    await waitFor(() => expect(panel.tabIndex).toBe(-1));
  });
});
