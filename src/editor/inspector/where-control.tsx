import type { Json } from '#base/json.ts'
import { operators, type Operator } from '#contracts/field-types.ts'
import { operatorWords } from '#contracts/operator-words.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { anyPlace, choicePlace } from './any-place.ts'
import type { ControlProps } from './control-props.ts'
import { FieldPicker } from './field-control.tsx'
import styles from './inspector.module.css'
import { JsonControl } from './json-control.tsx'
import { PropRow } from './prop-row.tsx'
import { useFieldOptions } from './use-field-options.ts'
import { linesOf, whereOf, type WhereLine } from './where-lines.ts'

/** Which records are meant: lines that all hold. What is more than that is shown as JSON. */
export function WhereControl(props: ControlProps) {
  const { value, onChange, model, label, path } = props
  const t = useTranslate()
  const { fields } = useFieldOptions(model)
  const lines = linesOf(value)
  if (!lines) return <JsonControl {...props} />
  const set = (next: WhereLine[]): void => onChange(whereOf(next))
  const change = (at: number, part: Partial<WhereLine>): void =>
    set(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  return (
    <fieldset className={styles.list} aria-label={label}>
      {lines.map((line, at) => {
        const field = fields.find(({ key }) => key === line.field)
        return (
          // Lines have no ids: their place is who they are.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={styles.condition}>
            <div className={styles.pair}>
              <FieldPicker
                label={t('Field')}
                id={`editor-${path}.${at}.field`}
                model={model}
                required
                value={line.field}
                onChange={(next) => change(at, { field: next })}
              />
              <SelectField
                label={t('How')}
                hideLabel
                compact
                value={line.op}
                options={(field?.operators ?? operators).map((op) => ({
                  value: op,
                  label: t(operatorWords[op]),
                }))}
                onChange={(op) => change(at, { op: op as Operator, ...(op === 'empty' && { value: true }) })}
              />
              <IconButton
                size="compact"
                icon="x"
                label={t('Take out')}
                onClick={() => set(lines.filter((_line, index) => index !== at))}
              />
            </div>
            {line.op !== 'empty' && (
              <PropRow
                prop={{
                  name: 'value',
                  label: t('Value'),
                  help: null,
                  required: true,
                  fallback: undefined,
                  place: placeFor(field, line.op),
                }}
                path={`${path}.${at}.value`}
                value={line.value}
                model={model}
                onChange={(next: Json | undefined) => change(at, { value: next ?? '' })}
              />
            )}
          </div>
        )
      })}
      <FieldPicker
        label={t('Add a condition')}
        placeholder={t('Add a condition on …')}
        model={model}
        value=""
        onChange={(field) => field !== '' && set([...lines, { field, op: 'eq', value: '' }])}
      />
    </fieldset>
  )
}

function placeFor(field: FieldDescription | undefined, op: Operator) {
  const isOne = op === 'eq' || op === 'ne'
  return field?.options && isOne
    ? choicePlace(field.options.map((option) => optionParts(option).value))
    : anyPlace
}
