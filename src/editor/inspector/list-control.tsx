import { useState } from 'react'
import { isJsonObject, type Json } from '#base/json.ts'
import type { SchemaPlace } from '#engine/bindings/prop-schema.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useValueControl, type ControlProps } from './control-props.ts'
import styles from './inspector.module.css'
import { startValue } from './start-value.ts'

/** A list: each item opens to its own controls; add, take out, move up and down. */
export function ListControl({ item, ...given }: ControlProps & { item: SchemaPlace }) {
  const { value, onChange, path, label } = given
  const t = useTranslate()
  const Control = useValueControl()
  const items = Array.isArray(value) ? (value as Json[]) : []
  const [open, setOpen] = useState<number | null>(null)
  const set = (next: Json[]): void => onChange(next.length === 0 && !given.required ? undefined : next)
  const add = (): void => {
    set([...items, startValue(item)])
    setOpen(items.length)
  }
  const move = (at: number, by: 1 | -1): void => {
    const next = [...items]
    const [moved] = next.splice(at, 1)
    if (moved === undefined) return
    next.splice(at + by, 0, moved)
    set(next)
    if (open === at) setOpen(at + by)
  }
  const remove = (at: number): void => {
    set(items.filter((_item, index) => index !== at))
    setOpen(null)
  }
  return (
    <fieldset className={styles.list} aria-label={label}>
      {items.map((entry, at) => (
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
              <span>{nameOf(entry) || t('Item {{number}}', { number: at + 1 })}</span>
            </button>
            <span className={styles.itemTools}>
              <IconButton
                size="compact"
                icon="arrow-up"
                label={t('Move up')}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                size="compact"
                icon="arrow-down"
                label={t('Move down')}
                disabled={at === items.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton size="compact" icon="x" label={t('Take out')} onClick={() => remove(at)} />
            </span>
          </div>
          {open === at && (
            <Control
              {...given}
              label={`${label} ${at + 1}`}
              place={item}
              path={`${path}.${at}`}
              required
              value={entry}
              onChange={(next) =>
                set(items.map((known, index) => (index === at ? (next ?? startValue(item)) : known)))
              }
            />
          )}
        </div>
      ))}
      <span>
        <Button size="compact" variant="ghost" icon="plus" onClick={add}>
          {t('Add')}
        </Button>
      </span>
    </fieldset>
  )
}

const telling = ['label', 'title', 'text', 'field', 'key', 'slot'] as const

function nameOf(item: Json): string {
  if (typeof item === 'string' || typeof item === 'number') return String(item)
  if (!isJsonObject(item)) return ''
  for (const key of telling) if (typeof item[key] === 'string' && item[key] !== '') return item[key]
  return ''
}
