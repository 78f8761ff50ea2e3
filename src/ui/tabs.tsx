import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import styles from './tabs.module.css'

export interface TabItem {
  id: string
  label: string
  icon?: string
  /** How many are inside, formatted. */
  count?: string | number
  /** The tab is a place of its own: a link, so that back works. Give all tabs one, or none. */
  href?: string
}

interface TabsProps {
  /** What the tabs part: "Estimate". */
  label: string
  items: readonly TabItem[]
  value: string
  onChange?: (id: string) => void
  /** The content of the chosen tab. */
  children?: ReactNode
}

/** Parts of one thing. As buttons they follow the arrow keys; with `href` they are plain links to places. */
export function Tabs({ label, items, value, onChange, children }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const linked = items.every((item) => item.href !== undefined)

  const move = (event: KeyboardEvent): void => {
    const at = items.findIndex((item) => item.id === value)
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = (target + items.length) % items.length
    onChange?.(items[next]?.id ?? value)
    const tab = list.current?.children[next]
    if (tab instanceof HTMLElement) tab.focus()
  }

  if (linked) {
    return (
      <>
        <nav aria-label={label} className={styles.list}>
          {items.map((item) => (
            <Link
              key={item.id}
              href={item.href ?? ''}
              aria-current={item.id === value ? 'page' : undefined}
              className={styles.tab}
            >
              <TabWords item={item} />
            </Link>
          ))}
        </nav>
        {children}
      </>
    )
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${id}-${item.id}`}
            aria-selected={item.id === value}
            aria-controls={item.id === value && children !== undefined ? `${id}-panel` : undefined}
            tabIndex={item.id === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange?.(item.id)}
            onKeyDown={move}
          >
            <TabWords item={item} />
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  )
}

function TabWords({ item }: { item: TabItem }) {
  return (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
      {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
    </>
  )
}
