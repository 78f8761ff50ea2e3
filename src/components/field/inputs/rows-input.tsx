import { useId, useState } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { RowColumn, RowsOffer } from '../../props/rows-offer.definition.ts'
import { asDescription } from '../as-description.ts'
import { fieldViewOf } from '../field-views.ts'
import type { InputProps } from './input-props.ts'
import { JsonInput } from './json-input.tsx'
import { codesFrom, codesText, columnsOf, dataOf, rowsOf, withPart, type DataRow } from './rows-of-data.ts'
import { SuggestedInput } from './suggested-input.tsx'
import frame from './inputs.module.css'
import styles from './rows-input.module.css'

/** Data that is a list of rows, filled in row by row. Data of another form stays what it is: JSON text. */
export function RowsInput(props: InputProps & { rows: RowsOffer }) {
  const { value, rows: offer, onChange } = props
  const [draft, setDraft] = useState<{ rows: DataRow[]; of: string } | null>(null)
  const written = JSON.stringify(value ?? null)
  // Two rows of one name, or one without, are no data yet: what is being written stays as it is.
  const rows = draft?.of === written ? draft.rows : rowsOf(value, offer)
  if (rows === null) return <JsonInput {...props} />
  const write = (next: DataRow[]): void => {
    const data = dataOf(next, offer)
    setDraft({ rows: next, of: JSON.stringify(data) })
    onChange(data)
  }
  return <RowList {...props} entries={rows} onWrite={write} />
}

interface RowListProps extends InputProps {
  rows: RowsOffer
  entries: readonly DataRow[]
  onWrite(rows: DataRow[]): void
}

function RowList(props: RowListProps) {
  const t = useTranslate()
  const errorId = useId()
  const { rows: offer, entries, onWrite, label, required, error, help, id } = props
  const isFixed = props.readOnly === true || props.disabled === true
  return (
    <fieldset
      id={id}
      className={classes(frame.group, styles.rows)}
      aria-describedby={error ? errorId : undefined}
      tabIndex={-1}
    >
      <legend className={frame.legend}>
        {label}
        {required && <span className={frame.required}>{t('required')}</span>}
      </legend>
      {entries.map((row, at) => (
        // Rows have no name of their own that stays while it is written.
        <fieldset key={at} className={styles.row} aria-label={`${label} ${at + 1}`}>
          {columnsOf(row, offer.columns).map((column) => (
            <PartInput
              key={`${column.key} ${column.type}`}
              column={column}
              value={row[column.key]}
              isFixed={isFixed}
              onChange={(value) => onWrite(entries.with(at, withPart(row, column.key, value, offer.columns)))}
            />
          ))}
          {!isFixed && (
            <IconButton
              icon="trash"
              label={t('Remove')}
              className={styles.remove}
              onClick={() => onWrite(entries.toSpliced(at, 1))}
            />
          )}
        </fieldset>
      ))}
      {!isFixed && (
        <Button size="compact" icon="plus" onClick={() => onWrite([...entries, offer.begin])}>
          {offer.add}
        </Button>
      )}
      {error && (
        <p id={errorId} className={frame.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
      {help && <p className={styles.help}>{help}</p>}
    </fieldset>
  )
}

interface PartInputProps {
  column: RowColumn
  value: unknown
  isFixed: boolean
  onChange(value: unknown): void
}

function PartInput({ column, value, isFixed, onChange }: PartInputProps) {
  if (column.type === 'codes')
    return <CodesInput column={column} value={value} isFixed={isFixed} onChange={onChange} />
  const { input } = fieldViewOf(column.type)
  const Input = column.suggest ? SuggestedInput : input
  return (
    <Input
      field={fieldOf(column)}
      label={column.label}
      readOnly={isFixed}
      value={value ?? null}
      onChange={(next) => onChange(next)}
      {...(column.suggest && { offer: { suggest: column.suggest } })}
      {...(column.type === 'relation' && { className: styles.broad ?? '' })}
    />
  )
}

function CodesInput({ column, value, isFixed, onChange }: PartInputProps) {
  const t = useTranslate()
  // As it is written, as long as it says what is there: a line that is being begun is no code yet.
  const [draft, setDraft] = useState<{ text: string; of: string } | null>(null)
  const written = codesText(value)
  return (
    <TextArea
      label={column.label}
      help={t('One to a line; what it is called after a colon.')}
      readOnly={isFixed}
      rows={3}
      value={draft?.of === written ? draft.text : written}
      className={styles.whole}
      onChange={(text) => {
        const codes = codesFrom(text, value)
        setDraft({ text, of: codesText(codes) })
        onChange(codes)
      }}
    />
  )
}

const fieldOf = ({ key, label, type, options, target, title }: RowColumn): FieldDescription => ({
  ...asDescription({ key, label, type: type === 'codes' ? 'text' : type }),
  ...(options && { options }),
  ...(target !== undefined && { target, target_title: title ?? null }),
})
