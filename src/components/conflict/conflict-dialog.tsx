import { useState } from 'react'
import { decimal, decimalText, isDecimalText } from '#base/decimal.ts'
import { nameOfConflict, type Conflict } from '#engine/data/conflicts.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { formatMoney, type Region } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { useTranslate } from '#ui/translate.ts'
import { isNumeric, moneyOf } from '../field/field-traits.ts'
import { plainText } from '../field/plain-text.ts'
import styles from './conflict.module.css'

interface ConflictDialogProps {
  conflicts: readonly Conflict[]
  fields: ReadonlyMap<string, FieldDescription>
  /** The record, where it is at hand: one field of it may name the currency of another. */
  row?: Row
  /** The chosen value of each field. */
  onTake: (values: Record<string, unknown>) => void
  onClose: () => void
}

/** Two people changed the same fields: which value stays, one by one. Everything else was merged. */
export function ConflictDialog({ conflicts, fields, row, onTake, onClose }: ConflictDialogProps) {
  const t = useTranslate()
  const region = useRegion()
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({})
  const names = conflicts.map(nameOfConflict)
  const open = names.filter((name) => chosen[name] === undefined).length
  const all = (one: 'mine' | 'theirs'): void =>
    setChosen(Object.fromEntries(names.map((name) => [name, one])))
  const words = (field: FieldDescription | undefined, value: unknown): string =>
    field ? wordsOf(value, field, row, region) || t('empty') : String(value ?? t('empty'))
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={t('Somebody else changed the same fields')}
      description={t('Choose what stays. Nothing has been saved yet.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Back')}</Button>
          <Button
            variant="primary"
            disabled={open > 0}
            onClick={() =>
              onTake(
                Object.fromEntries(
                  conflicts.map((conflict) => {
                    const name = nameOfConflict(conflict)
                    return [name, (chosen[name] === 'mine' ? conflict.mine : conflict.theirs) ?? undefined]
                  }),
                ),
              )
            }
          >
            {t('Save changes')}
          </Button>
        </>
      }
    >
      <div className={styles.conflicts}>
        {conflicts.length > 2 && (
          <div className={styles.all}>
            <Button size="compact" onClick={() => all('mine')}>
              {t('All of mine')}
            </Button>
            <Button size="compact" onClick={() => all('theirs')}>
              {t('All as stored now')}
            </Button>
          </div>
        )}
        {conflicts.map((conflict) => {
          const { key, base, mine, theirs, record } = conflict
          const field = fields.get(key)
          const name = nameOfConflict(conflict)
          const label = field?.label ?? key
          return (
            <div key={name} className={styles.conflict}>
              <RadioGroup
                label={record ? `${record.title ?? t('Without a name')} · ${label}` : label}
                value={chosen[name] ?? ''}
                onChange={(one) => setChosen({ ...chosen, [name]: one === 'mine' ? 'mine' : 'theirs' })}
                options={[
                  { value: 'mine', label: words(field, mine), help: t('What you wrote') },
                  { value: 'theirs', label: words(field, theirs), help: t('What is stored now') },
                ]}
              />
              <p className={styles.before}>{t('Before: {{value}}', { value: words(field, base) })}</p>
            </div>
          )
        })}
      </div>
    </Dialog>
  )
}

/** A value with what it is in: two amounts are told apart by their currency, too. */
function wordsOf(value: unknown, field: FieldDescription, row: Row | undefined, region: Region): string {
  const plain = withoutZeros(value, field)
  const { type, unit = type === 'percent' ? '%' : undefined } = field
  const { currency } = moneyOf(plain, field, row)
  if (type === 'money' && currency !== null && typeof plain === 'string' && isDecimalText(plain)) {
    const digits = plain.split('.')[1]?.length ?? 0
    return formatMoney(plain, currency, region, { minDigits: digits, maxDigits: digits })
  }
  const text = plainText(plain, field, undefined, region)
  return text !== '' && unit !== undefined && isNumeric(type) ? `${text} ${unit}` : text
}

/** Of numbers that are told apart the digits they are kept with say nothing: 13.000000 is 13. Money keeps its cents. */
function withoutZeros(value: unknown, { type, scale = 2 }: FieldDescription): unknown {
  if (!isNumeric(type) || typeof value !== 'string' || !isDecimalText(value)) return value
  const text = decimalText(decimal(value))
  if (type !== 'money' || scale === 0) return text
  const [whole, part = ''] = text.split('.')
  return `${whole}.${part.padEnd(Math.min(scale, 2), '0')}`
}
