import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { useStore } from '../../parts/store.js';
import { actionItems } from '../../parts/values/action-items.js';
import menu from '../../parts/values/value-menu.module.css';
import { MarkedText } from '../../parts/values/write-value.js';
import { loadSavedQueries } from '../load-saved-queries.js';
import { linkOfQuery } from '../saved-query.js';
import { filterHistory } from './filter-history.js';
import styles from './filter-menu.module.css';
import { openSave } from './open-save.js';

/** An action on the filter, such as copying it. */
export interface FilterAction {
  readonly meaning: string;
  readonly key?: string;
  readonly act: () => void;
}

interface FilterMenuProps {
  readonly actions: readonly FilterAction[];
  /** Runs a filter text. */
  readonly onRun: (text: string) => void;
}

const MAX_SAVED = 20;

/** Menu of the recent filters, the saved queries, and the actions on the filter. */
export function FilterMenu({ actions: own, onRun }: FilterMenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const save = useStore(openSave);
  const actions: readonly FilterAction[] =
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
              {saved.map((query) => (
                <MenuItem
                  key={query.id}
                  className={menu['item'] ?? ''}
                  textValue={query.name ?? query.slug}
                  onAction={() => void navigate(linkOfQuery(query))}
                >
                  <span className="cut">
                    <MarkedText text={query.name ?? query.slug} />
                  </span>
                </MenuItem>
              ))}
            </MenuSection>
          )}
          {history.length > 0 && (
            <MenuSection>
              <Header className={styles['heading'] ?? ''}>Last filters</Header>
              {history.map((text) => (
                <MenuItem
                  key={text}
                  className={menu['item'] ?? ''}
                  textValue={text}
                  onAction={() => onRun(text)}
                >
                  <span className="mono cut">
                    <MarkedText text={text} />
                  </span>
                </MenuItem>
              ))}
            </MenuSection>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
