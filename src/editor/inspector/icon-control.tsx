import { useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconNames } from '#ui/icons/icon-names.ts'
import { Popover } from '#ui/popover.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ControlProps } from './control-props.ts'
import styles from './inspector.module.css'

/** An icon, chosen by looking. */
export function IconControl({ label, path, value, onChange, required }: ControlProps) {
  const t = useTranslate()
  const name = typeof value === 'string' ? value : ''
  return (
    <Popover
      label={label}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a function that draws, not a component
      content={(close) => (
        <IconList
          chosen={name}
          {...(!required && {
            onNone: () => {
              onChange(undefined)
              close()
            },
          })}
          onChoose={(next) => {
            onChange(next)
            close()
          }}
        />
      )}
    >
      {(trigger) => (
        <Button
          {...trigger}
          id={`editor-${path}`}
          size="compact"
          {...(name !== '' && { icon: name })}
          aria-label={`${label}: ${name || t('none')}`}
        >
          {name || t('Choose an icon')}
        </Button>
      )}
    </Popover>
  )
}

interface IconListProps {
  chosen: string
  onChoose: (name: string) => void
  onNone?: () => void
}

function IconList({ chosen, onChoose, onNone }: IconListProps) {
  const t = useTranslate()
  const [query, setQuery] = useState('')
  const found = useMemo(() => iconNames.filter((name) => name.includes(query.trim().toLowerCase())), [query])
  return (
    <div className={styles.icons}>
      <TextField
        label={t('Search icons')}
        hideLabel
        compact
        type="search"
        value={query}
        onChange={setQuery}
      />
      <div className={styles.iconGrid}>
        {found.map((name) => (
          <button
            key={name}
            type="button"
            title={name}
            aria-label={name}
            aria-pressed={name === chosen}
            className={styles.iconChoice}
            onClick={() => onChoose(name)}
          >
            <Icon name={name} />
          </button>
        ))}
      </div>
      {onNone && (
        <Button size="compact" variant="ghost" onClick={onNone}>
          {t('No icon')}
        </Button>
      )}
    </div>
  )
}
