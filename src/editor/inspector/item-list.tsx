import { useState, type ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './inspector.module.css'

interface ItemListProps<Item> {
  label: string
  items: readonly Item[]
  onChange: (items: Item[]) => void
  /** What an item is called while it is closed. */
  renderName: (item: Item, at: number) => ReactNode
  /** The controls of an open item. */
  renderItem: (item: Item, at: number, change: (item: Item) => void) => ReactNode
  /** What adds an item, which opens then. */
  renderAdd: (add: (item: Item) => void) => ReactNode
}

/** Items one below the other: each opens to its controls, moves up and down, and is taken out. */
export function ItemList<Item>({
  label,
  items,
  onChange,
  renderName,
  renderItem,
  renderAdd,
}: ItemListProps<Item>) {
  const t = useTranslate()
  const [open, setOpen] = useState<number | null>(null)
  const add = (item: Item): void => {
    onChange([...items, item])
    setOpen(items.length)
  }
  const move = (item: Item, at: number, by: 1 | -1): void => {
    onChange(items.toSpliced(at, 1).toSpliced(at + by, 0, item))
    if (open === at) setOpen(at + by)
    else if (open === at + by) setOpen(at)
  }
  const remove = (at: number): void => {
    onChange(items.toSpliced(at, 1))
    setOpen(null)
  }
  return (
    <fieldset className={styles.list} aria-label={label}>
      {items.map((item, at) => (
        // Items have no ids: their place is who they are.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.item}>
          <div className={styles.itemHead}>
            <button
              type="button"
              className={styles.itemName}
              aria-expanded={open === at}
              onClick={() => setOpen(open === at ? null : at)}
            >
              <Icon name={open === at ? 'chevron-down' : 'chevron-right'} />
              <span>{renderName(item, at)}</span>
            </button>
            <span className={styles.itemTools}>
              <IconButton
                size="compact"
                icon="arrow-up"
                label={t('Move up')}
                disabled={at === 0}
                onClick={() => move(item, at, -1)}
              />
              <IconButton
                size="compact"
                icon="arrow-down"
                label={t('Move down')}
                disabled={at === items.length - 1}
                onClick={() => move(item, at, 1)}
              />
              <IconButton size="compact" icon="x" label={t('Take out')} onClick={() => remove(at)} />
            </span>
          </div>
          {open === at &&
            renderItem(item, at, (next) =>
              onChange(items.map((known, index) => (index === at ? next : known))),
            )}
        </div>
      ))}
      <span>{renderAdd(add)}</span>
    </fieldset>
  )
}
