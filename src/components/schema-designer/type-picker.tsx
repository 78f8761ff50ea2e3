import { useState } from 'react'
import type { ComputedType } from '#contracts/computed-field.ts'
import { fieldTypes, type FieldType } from '#contracts/field-types.ts'
import { Icon } from '#ui/icon.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { computedKinds, fieldKinds, offeredTypes } from './field-kinds.ts'
import styles from './schema-designer.module.css'

const offeredComputed = Object.keys(computedKinds) as ComputedType[]

interface TypePickerProps {
  /** Fields that are worked out are offered too. */
  computed: boolean
  onPick: (type: FieldType | ComputedType) => void
}

/** What a field can hold, or be worked out from. */
export function TypePicker({ computed, onPick }: TypePickerProps) {
  const t = useTranslate()
  const [words, setWords] = useState('')
  const kinds = [
    ...offeredTypes.map((type) => ({ type, label: fieldTypes[type].label, ...fieldKinds[type] })),
    ...(computed ? offeredComputed.map((type) => ({ type, ...computedKinds[type] })) : []),
  ]
  const found = kinds.filter(({ label, hint }) =>
    `${t(label)} ${t(hint)}`.toLowerCase().includes(words.toLowerCase()),
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
        {found.map(({ type, label, hint, icon }) => (
          <button key={type} type="button" className={styles.type} onClick={() => onPick(type)}>
            <Icon name={icon} className={styles.typeIcon} />
            <span>
              <span className={styles.typeName}>{t(label)}</span>
              <span className={styles.typeHint}>{t(hint)}</span>
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}
