import { useMemo, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './icon-list.module.css'
import { iconNames } from './icons/icon-names.ts'
import { TextField } from './text-field.tsx'
import { useTranslate } from './translate.ts'

interface IconListProps {
  chosen: string
  onChoose: (name: string) => void
  onNone?: () => void
}

/** Every icon there is, found by name and chosen by looking; for a popover. */
export function IconList({ chosen, onChoose, onNone }: IconListProps) {
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
