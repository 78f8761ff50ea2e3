import { useState } from 'react'
import { fieldTypes, type FieldType } from '#contracts/field-types.ts'
import { Icon } from '#ui/icon.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { fieldKinds, offeredTypes } from './field-kinds.ts'
import styles from './schema-designer.module.css'

/** What a field can hold. */
export function TypePicker({ onPick }: { onPick: (type: FieldType) => void }) {
  const t = useTranslate()
  const [words, setWords] = useState('')
  const found = offeredTypes.filter((type) =>
    `${t(fieldTypes[type].label)} ${t(fieldKinds[type].hint)}`.toLowerCase().includes(words.toLowerCase()),
  )
  return (
    <div className={styles.picker}>
      <TextField
        label={t('Find a type')}
        hideLabel
        type="search"
        placeholder={t('What does it hold?')}
        value={words}
        onChange={setWords}
        compact
      />
      <div className={styles.types}>
        {found.map((type) => (
          <button key={type} type="button" className={styles.type} onClick={() => onPick(type)}>
            <Icon name={fieldKinds[type].icon} className={styles.typeIcon} />
            <span>
              <span className={styles.typeName}>{t(fieldTypes[type].label)}</span>
              <span className={styles.typeHint}>{t(fieldKinds[type].hint)}</span>
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}
