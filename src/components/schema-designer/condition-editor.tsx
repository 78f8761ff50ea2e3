import { Suspense, useState } from 'react'
import type { Field } from '#contracts/field.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useTranslate } from '#ui/translate.ts'
import { fieldViewOf } from '../field/field-views.ts'
import {
  conditionLines,
  conditionText,
  takesValue,
  testsFor,
  testWords,
  type ConditionLine,
  type Test,
} from './condition-text.ts'
import { asDescription } from '../field/as-description.ts'
import styles from './schema-designer.module.css'

interface ConditionEditorProps {
  /** Names the whole for screen readers: “Shown when”. */
  label: string
  text: string
  /** The other fields of the record. */
  fields: readonly Field[]
  onChange: (text: string) => void
  /** What may be written by hand; fields and who writes when absent. */
  help?: string
  /** Without a condition there is nothing to save. */
  required?: boolean
}

/** A condition in plain words, line by line; what says more than lines can is written as an expression. */
export function ConditionEditor({ label, text, fields, onChange, help, required }: ConditionEditorProps) {
  const t = useTranslate()
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const read = conditionLines(text, byKey)
  const [draft, setDraft] = useState<{ lines: ConditionLine[]; of: string } | null>(null)
  const [byHand, setByHand] = useState(read === null)
  // Unfinished lines stand here only; an expression that came from elsewhere makes them void.
  const lines = draft?.of === text ? draft.lines : (read ?? [])
  const put = (next: ConditionLine[]): void => {
    const of = conditionText(next, byKey)
    setDraft({ lines: next, of })
    if (of !== text) onChange(of)
  }
  const add = (): void => {
    const [first] = fields
    if (first) put([...lines, { key: first.key, test: testsFor(first)[0] ?? 'filled', value: null }])
  }
  if (byHand) {
    return (
      <div className={styles.condition}>
        <TextArea
          label={label}
          hideLabel
          rows={2}
          spellCheck={false}
          value={text}
          placeholder={'status == "sent" && price >= 100'}
          onChange={onChange}
          help={help ?? t('Fields by their keys; “user.role” is the role of who writes.')}
        />
        {(read !== null || text === '') && (
          <Button size="compact" variant="ghost" icon="list" onClick={() => setByHand(false)}>
            {t('In plain words')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <fieldset className={styles.condition} aria-label={label}>
      {lines.map((line, at) => (
        <ConditionRow
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other name and never move
          key={at}
          line={line}
          number={at + 1}
          fields={fields}
          onChange={(next) => put(lines.with(at, next))}
          onRemove={() => put(lines.filter((_line, other) => other !== at))}
        />
      ))}
      {required && lines.length === 0 && (
        <Notice tone="warning">{t('Add a condition: without one the rule cannot be saved.')}</Notice>
      )}
      {lines.some((line) => conditionText([line], byKey) === '') && (
        <Notice tone="warning">
          {t('Choose what each line compares with, or remove the line: only finished lines count.')}
        </Notice>
      )}
      <div className={styles.conditionActions}>
        <Button size="compact" variant="ghost" icon="plus" onClick={add} disabled={fields.length === 0}>
          {lines.length === 0 ? t('Add condition') : t('And …')}
        </Button>
        <Button size="compact" variant="ghost" icon="formula" onClick={() => setByHand(true)}>
          {t('As an expression')}
        </Button>
      </div>
    </fieldset>
  )
}

interface ConditionRowProps {
  line: ConditionLine
  number: number
  fields: readonly Field[]
  onChange: (line: ConditionLine) => void
  onRemove: () => void
}

function ConditionRow({ line, number, fields, onChange, onRemove }: ConditionRowProps) {
  const t = useTranslate()
  const field = fields.find(({ key }) => key === line.key)
  const tests = field ? testsFor(field) : []
  // A list is asked for one of its options.
  const asked = field && {
    ...field,
    ...(field.type === 'multi_select' && { type: 'select' as const }),
    many: false,
  }
  const { input: Input } = fieldViewOf(asked?.type ?? 'text')
  return (
    <div className={styles.conditionRow}>
      <SelectField
        label={t('Field of condition {{number}}', { number })}
        hideLabel
        compact
        value={line.key}
        onChange={(key) => {
          const next = fields.find((one) => one.key === key)
          if (next) onChange({ key, test: testsFor(next)[0] ?? 'filled', value: null })
        }}
        options={fields.map(({ key, label }) => ({ value: key, label }))}
      />
      <SelectField
        label={t('Test of condition {{number}}', { number })}
        hideLabel
        compact
        value={line.test}
        onChange={(test) => onChange({ ...line, test: test as Test })}
        options={tests.map((test) => ({ value: test, label: field ? t(testWords(test, field)) : test }))}
      />
      {asked && takesValue(line.test) && (
        <Suspense fallback={<Skeleton height={28} />}>
          {asked.type === 'boolean' ? (
            <SelectField
              label={t('Value of condition {{number}}', { number })}
              hideLabel
              compact
              value={line.value === null ? '' : String(line.value)}
              placeholder={t('Choose …')}
              onChange={(next) => onChange({ ...line, value: next === 'true' })}
              options={[
                { value: 'true', label: t('Yes') },
                { value: 'false', label: t('No') },
              ]}
            />
          ) : (
            <Input
              field={asDescription({ ...asked, type: asked.type === 'status' ? 'select' : asked.type })}
              label={t('Value of condition {{number}}', { number })}
              hideLabel
              compact
              value={typeof line.value === 'string' && isCount(asked) ? Number(line.value) : line.value}
              onChange={(value) => onChange({ ...line, value })}
            />
          )}
        </Suspense>
      )}
      <IconButton
        icon="x"
        size="compact"
        label={t('Remove condition {{number}}', { number })}
        onClick={onRemove}
      />
    </div>
  )
}

const isCount = ({ type }: Field): boolean => type === 'duration' || type === 'rating'
