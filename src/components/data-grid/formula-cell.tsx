import { useMemo } from 'react'
import type { Row } from '#contracts/query.ts'
import { said } from '#engine/data/api-error.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { formulaQuantity } from '#estimating/formula-quantity.ts'
import { unitText } from '#base/unit-text.ts'
import { units } from '#estimating/units.ts'
import { workOutVariables } from '#estimating/work-out-variables.ts'
import { formatDecimal } from '#ui/format.ts'
import { t } from '#ui/translate.ts'
import { useRegion } from '#ui/region.ts'
import { formulaAsRead, formulaAsTyped } from '../field/inputs/formula-text.ts'
import { FormulaInput } from '../formula-editor/formula-input.tsx'
import type { FormulaName } from '../formula-editor/formula-names.ts'
import type { GridColumn } from './grid-columns.ts'

interface FormulaCellProps {
  column: GridColumn & { formula: NonNullable<GridColumn['formula']> }
  row: Row
  value: unknown
  onChange: (value: unknown) => void
}

/** What formulas of quantities call, the most useful first. */
const functions = ['round', 'ceil', 'floor', 'min', 'max', 'abs'] as const

/** A formula of a quantity in a cell: variables, units and functions are offered, and what it gives is said while it is typed. */
export function FormulaCell({ column: { formula, label }, row, value, onChange }: FormulaCellProps) {
  const { locale } = useRegion()
  const { model, where, unit: unitField } = formula
  const { data } = useQuery({
    model,
    ...(where && { where }),
    fields: ['key', 'label', 'unit', 'formula'],
    page: { size: 500 },
  })
  const { place, names } = useMemo(() => readVariables(data?.rows ?? [], locale), [data, locale])
  const text = typeof value === 'string' ? value : ''
  const unit = unitField === undefined ? null : textOf(row[unitField])
  const answer = text.trim() === '' || !data ? null : formulaQuantity(text, unit, place)
  return (
    <FormulaInput
      label={label}
      hideLabel
      value={formulaAsTyped(text, locale)}
      names={names}
      functions={functions}
      onChange={(next) => onChange(next.trim() === '' ? null : formulaAsRead(next, locale))}
      wrongAt={answer?.kind === 'refused' ? answer.at : null}
      {...(answer?.kind === 'refused' && { error: said(answer) })}
      {...(answer?.kind === 'quantity' && {
        help: `= ${formatDecimal(answer.quantity, { locale })} ${unitWord(unit)}`.trim(),
      })}
    />
  )
}

function readVariables(rows: readonly Row[], locale: string) {
  const variables = rows.map((row) => ({
    id: String(row['id']),
    key: textOf(row['key']) ?? '',
    label: textOf(row['label']) ?? '',
    unit: textOf(row['unit']),
    formula: textOf(row['formula']) ?? '',
  }))
  const { place, values } = workOutVariables(variables)
  const language = locale.startsWith('de') ? 'de' : 'en'
  const names: FormulaName[] = [
    ...variables.map(({ id, key, label, unit }) => {
      const known = values.get(id)
      return {
        name: key,
        label,
        type: known === undefined ? (unit ?? '') : `${formatDecimal(known, { locale })} ${unitWord(unit)}`,
      }
    }),
    ...units.map(({ code, symbol, label }) => ({ name: code, label: label[language], type: symbol })),
  ]
  return { place, names }
}

const unitWord = (unit: string | null): string => (unit === null ? '' : t(unitText(unit)))

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
