import { useEffect, useMemo, useState } from 'react'
import type { FormulaCheck } from '#contracts/calculation.ts'
import type { ComputedField, FieldDefinition } from '#contracts/computed-field.ts'
import type { ApiError } from '#engine/data/api-error.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { cleanField, fieldProblem } from './field-draft.ts'

export interface CheckState extends FormulaCheck {
  /** Not complete enough to be tried. */
  unfinished: boolean
  isFetching: boolean
  error: ApiError | null
}

/** Milliseconds the typing rests before a formula is tried. */
const rest = 300

/**
 * Tries a computed field on the server while it is written: what comes out, what is wrong and where, its value for real
 * records. The server judges, so what is right here can be saved.
 */
export function useFormulaCheck(
  model: string,
  others: readonly FieldDefinition[],
  field: ComputedField,
): CheckState {
  const api = useApi()
  const unfinished = fieldProblem(field) !== null
  const text = useMemo(() => {
    // What is not finished elsewhere does not hold this one up.
    const complete = others.filter((other) => fieldProblem(other) === null)
    return JSON.stringify([...complete, field].map(cleanField))
  }, [others, field])
  const rested = useRested(text)
  const answer = useAnswer(
    ['formula-check', model, field.key, rested],
    () =>
      api.call('POST /api/formulas/check', {
        body: { model, fields: JSON.parse(rested) as FieldDefinition[], field: field.key },
      }),
    { enabled: !unfinished, keep: true },
  )
  const known = unfinished ? undefined : answer.data
  return {
    result: known?.result ?? null,
    problems: known?.problems ?? [],
    preview: known?.preview ?? [],
    unfinished,
    isFetching: answer.isFetching || rested !== text,
    error: unfinished ? null : answer.error,
  }
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
