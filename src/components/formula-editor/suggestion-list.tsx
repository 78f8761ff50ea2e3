import { useEffect, useRef } from 'react'
import { Icon } from '#ui/icon.tsx'
import styles from './formula-editor.module.css'
import type { Suggestion } from './suggest.ts'

interface SuggestionListProps {
  id: string
  label: string
  offered: readonly Suggestion[]
  active: number
  onPoint: (at: number) => void
  onTake: (at: number) => void
}

/** What may be written here. The focus stays in the text; the active line is only pointed at. */
export function SuggestionList({ id, label, offered, active, onPoint, onTake }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const line = (at: number) => ({
    id: `${id}-${at}`,
    role: 'option',
    'aria-selected': at === active,
    className: styles.option,
    onPointerMove: () => at === active || onPoint(at),
    onClick: () => onTake(at),
  })
  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the focus stays in the text, a select would take it
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={styles.list}
      // Pressing the pointer must not take the focus out of the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      {offered.map(({ text, kind, label: words, detail }, at) => (
        <div key={text} {...line(at)}>
          <Icon name={kind === 'field' ? 'tag' : 'formula'} className={styles.optionIcon} />
          <span className={styles.optionWords}>
            <span className={styles.optionName}>{words}</span>
            <span className={styles.optionDetail}>
              {kind === 'field' ? (
                <>
                  <code>{text}</code> · {detail}
                </>
              ) : (
                detail
              )}
            </span>
          </span>
        </div>
      ))}
    </div>
  )
}
