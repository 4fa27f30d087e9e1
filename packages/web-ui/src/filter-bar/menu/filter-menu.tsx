import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { Button, Header, Menu, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { useStore } from '../../parts/store.js';
import { actionItems, type MenuAction } from '../../parts/values/action-items.js';
import menu from '../../parts/values/value-menu.module.css';
import { loadSavedQueries } from '../load-saved-queries.js';
import { linkOfQuery } from '../saved-query.js';
import { filterHistory } from './filter-history.js';
import styles from './filter-menu.module.css';
import { openSave } from './open-save.js';

interface FilterMenuProps {
  readonly actions: readonly MenuAction[];
  readonly onRun: (text: string) => void;
}

const MAX_SAVED = 20;

/** Menu with the recent filters, the saved queries, and actions on the filter. */
export function FilterMenu({ actions: own, onRun }: FilterMenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const save = useStore(openSave);
  const actions: readonly MenuAction[] =
    save === undefined ? own : [{ meaning: 'Save the query', key: 's', act: save }, ...own];
  const history = useStore(filterHistory);
  const navigate = useNavigate();
  const { data: saved = [] } = useQuery({
    queryKey: ['saved queries'],
    queryFn: ({ signal }) => loadSavedQueries(MAX_SAVED, signal),
    enabled: isOpen,
  });
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={styles['open'] ?? ''} aria-label="Last filters">
        ▾
      </Button>
      <Popover placement="bottom end">
        <Menu
          className={`${menu['menu']} ${styles['menu']}`}
          aria-label="Last filters"
          renderEmptyState={() => 'No filter has run yet.'}
        >
          {actions.length > 0 && (
            <MenuSection aria-label="Actions">{actionItems(actions)}</MenuSection>
          )}
          {saved.length > 0 && (
            <MenuSection>
              <Header className={styles['heading'] ?? ''}>Saved queries</Header>
              {actionItems(
                saved.map((query) => ({
                  id: query.id,
                  meaning: query.name ?? query.slug,
                  act: () => navigate(linkOfQuery(query)),
                })),
              )}
            </MenuSection>
          )}
          {history.length > 0 && (
            <MenuSection>
              <Header className={styles['heading'] ?? ''}>Last filters</Header>
              {actionItems(
                history.map((text) => ({ meaning: text, act: () => onRun(text) })),
                'mono cut',
              )}
            </MenuSection>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
