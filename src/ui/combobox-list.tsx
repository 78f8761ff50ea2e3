import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './combobox.module.css'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { useTranslate } from './translate.ts'
import type { FoundOptions } from './use-options.ts'

interface ComboboxListProps {
  id: string
  label: string
  found: FoundOptions
  value: string
  active: number
  /** The text that could be made into a new option. */
  create: string | null
  onPoint: (at: number) => void
  onTake: (at: number) => void
}

/** The list under a Combobox. The focus stays in the text; the active line is only pointed at. */
export function ComboboxList(props: ComboboxListProps) {
  const { id, label, found, value, active, create, onPoint, onTake } = props
  const t = useTranslate()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const line = (at: number) => ({
    id: `${id}-${at}`,
    role: 'option',
    'data-active': at === active ? '' : undefined,
    className: styles.option,
    onPointerMove: () => at === active || onPoint(at),
    onClick: () => onTake(at),
  })
  return (
    // Pressing the pointer must not take the focus out of the text.
    <div
      role="presentation"
      className={styles.panel}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the focus stays in the text, a select would take it */}
      <div ref={list} id={id} role="listbox" aria-label={label} className={styles.list}>
        {found.options.map((option, at) => (
          <div
            key={option.value}
            {...line(at)}
            aria-selected={option.value === value}
            aria-disabled={option.disabled}
          >
            {option.icon && <Icon name={option.icon} className={styles.icon} />}
            <span className={styles.label}>{option.label}</span>
            {option.detail && <span className={styles.detail}>{option.detail}</span>}
            {option.value === value && <Icon name="check" className={styles.chosen} />}
          </div>
        ))}
        {create !== null && (
          <div {...line(found.options.length)} aria-selected={false}>
            <Icon name="plus" className={styles.icon} />
            <span className={styles.label}>{t('Create “{{name}}”', { name: create })}</span>
          </div>
        )}
      </div>
      <Tail found={found} empty={found.options.length === 0 && create === null} />
    </div>
  )
}

function Tail({ found, empty }: { found: FoundOptions; empty: boolean }) {
  const t = useTranslate()
  if (found.state === 'searching') {
    return (
      <output className={styles.tail}>
        <Spinner /> {t('Searching…')}
      </output>
    )
  }
  if (found.state === 'failed') {
    return (
      <output className={styles.tail}>
        {navigator.onLine
          ? t('The list could not be read.')
          : t('There is no connection, and this device has no copy of the list yet.')}
        <Button size="compact" variant="ghost" onClick={found.retry}>
          {t('Try again')}
        </Button>
      </output>
    )
  }
  if (empty) return <output className={styles.tail}>{t('Nothing found')}</output>
  if (found.more > 0) return <output className={styles.tail}>{t('Type to see more')}</output>
  return null
}
