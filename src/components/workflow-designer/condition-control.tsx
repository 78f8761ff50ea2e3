import { useState } from 'react'
import type { Where } from '#contracts/query.ts'
import { useModel } from '#engine/data/use-model.ts'
import { Button } from '#ui/button.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { GroupDialog } from '../filter-bar/group-dialog.tsx'
import { whereWords } from '../filter-bar/where-words.ts'
import { DayValue, StepValue } from './step-value.tsx'
import styles from './workflow-designer.module.css'

interface ConditionControlProps {
  label: string
  model: string
  value: Where | null
  /** A value may be worked out of what the run knows; before one has begun only a day may. */
  worked: boolean
  onChange: (where: Where | null) => void
}

/** Which records are meant, in the conditions of every list. */
export function ConditionControl({ label, model, value, worked, onChange }: ConditionControlProps) {
  const t = useTranslate()
  const region = useRegion()
  const [open, setOpen] = useState(false)
  const description = useModel(model === '' ? null : model)
  const fields = new Map(description.data?.fields.map((field) => [field.key, field]))
  return (
    <div className={styles.condition}>
      <span className={styles.legend}>{label}</span>
      <span className={styles.words}>{value ? whereWords(value, fields, region) : t('All records')}</span>
      <Button size="compact" icon="filter" disabled={!description.data} onClick={() => setOpen(true)}>
        {t('Conditions')}
      </Button>
      {open && description.data && (
        <GroupDialog
          model={description.data}
          value={value}
          valuePart={worked ? StepValue : DayValue}
          words={{
            description: t('Only records that meet these are taken.'),
            take: t('Take conditions'),
          }}
          onClose={() => setOpen(false)}
          onTake={(where) => {
            onChange(where)
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}
